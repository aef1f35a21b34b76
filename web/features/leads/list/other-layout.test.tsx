import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { leadRoutes } from '#contract/leads/leads.ts'
import { BUSINESS_ID } from '../../../testing/fakes.ts'
import { aLead, aPage, surroundings } from '../../../testing/lead-fakes.ts'
import { renderPage } from '../../../testing/render.tsx'
import { reply } from '../../../testing/replies.ts'
import { LeadsPage } from './leads-page.tsx'

const list = (...leads: Parameters<typeof aPage>) => reply(leadRoutes.list, aPage(...leads))
/** A list whose search matches nothing. */
const open = (search: string) =>
  renderPage(<LeadsPage />, {
    path: `/b/${BUSINESS_ID}/leads/all?search=${encodeURIComponent(search)}`,
    route: '/b/$businessId/leads/all',
    replies: [...surroundings(), list([])],
  })

it('offers what the same keys type in the other keyboard layout, where a search matches nothing', async () => {
  const { server, user } = await open('sbhtk')
  const meant = await screen.findByRole('button', { name: 'Search for “דניאל”' })
  server.use(list([aLead(1)]))
  await user.click(meant)
  await screen.findByRole('row', { name: /Lead 1/ })
  expect(server.sentTo(leadRoutes.list).at(-1)?.query).toMatchObject({ search: 'דניאל' })
})

it.each(['972@', '0541', 'noa@example.test'])('offers no other layout for %s', async (text) => {
  await open(text)
  await screen.findByText(/No leads match/)
  expect(screen.queryByRole('button', { name: /^Search for/ })).toBeNull()
})
