import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { callRoutes } from '#contract/calls/calls.ts'
import { aCall, aSummary, callPage } from '../../../testing/call-fakes.ts'
import { BUSINESS_ID } from '../../../testing/fakes.ts'
import { surroundings } from '../../../testing/lead-fakes.ts'
import { openApp } from '../../../testing/open-app.tsx'
import { reply } from '../../../testing/replies.ts'

it('the list of calls on a phone goes on with the next calls instead of pages', async () => {
  const list = reply(callRoutes.list, ({ query }) => {
    const [page, limit] = [Number(query.page), Number(query.limit)]
    const first = (page - 1) * limit
    const calls = Array.from({ length: Math.min(limit, 40 - first) }, (_, at) => aCall(first + at + 1))
    return callPage(calls, { page, limit, total: 40 })
  })
  const replies = [...surroundings(), list, reply(callRoutes.summary, aSummary)]
  const { user, server, at } = await openApp(`/b/${BUSINESS_ID}/calls/all`, { replies, narrow: true })
  const calls = () => within(screen.getByRole('list', { name: 'Calls' })).getAllByRole('listitem')
  await waitFor(() => expect(calls()).toHaveLength(25))
  await user.click(screen.getByRole('button', { name: 'Load more' }))
  await waitFor(() => expect(calls()).toHaveLength(40))
  expect(at()).toContain('page=2')
  expect(server.sentTo(callRoutes.list).map(({ query }) => [query.page, query.limit])).toEqual([
    ['1', '25'],
    ['2', '25'],
  ])
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
})
