import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { callRoutes } from '#contract/calls/calls.ts'
import { type CallView, callViewRoutes } from '#contract/leads/saved-views/call-views.ts'
import { notificationRoutes } from '#contract/notifications/notifications.ts'
import { aCall, aSummary, callPage } from '../../../testing/call-fakes.ts'
import { aSession, BUSINESS_ID, USER_ID } from '../../../testing/fakes.ts'
import { idOf, surroundings } from '../../../testing/lead-fakes.ts'
import { openApp } from '../../../testing/open-app.tsx'
import { type FakeReply, reply } from '../../../testing/replies.ts'

const all = `/b/${BUSINESS_ID}/calls/all`
const missed: CallView = {
  _id: idOf(501),
  name: 'Missed on Sundays',
  isShared: true,
  isPinned: true,
  isDefault: false,
  isOwn: true,
  mayChange: true,
  createdBy: { _id: USER_ID, name: 'שירה', image: null },
  query: { campaignId: null, sort: '-date', filters: { missed: true, weekday: ['0'], date: 'lastMonth' } },
  missing: [],
}
const shown = `${all}?view=${missed._id}&date=lastMonth&missed=true&weekday=0`

type Options = { views?: CallView[]; defaultCallView?: string; replies?: FakeReply[] }
async function open(path: string, { views = [missed], defaultCallView, replies = [] }: Options = {}) {
  const session = aSession({ role: 'Owner' })
  const businesses = session.businesses.map((one) => ({ ...one, ...(defaultCallView && { defaultCallView }) }))
  const app = await openApp(path, {
    session: { ...session, businesses },
    replies: [
      ...surroundings('Owner'),
      reply(callRoutes.list, callPage([aCall(1)])),
      reply(callRoutes.summary, aSummary),
      reply(notificationRoutes.list, { success: true, data: [] }),
      reply(callViewRoutes.list, { success: true, views }),
      ...replies,
    ],
  })
  const bar = within(await screen.findByRole('navigation', { name: 'Saved views' }))
  await bar.findByRole('button', { name: 'Views' })
  const filters = () => JSON.parse(app.server.sentTo(callRoutes.list).at(-1)?.query.filters ?? '{}')
  return { ...app, bar, filters }
}

describe('saved views of calls', () => {
  it('stand as tabs above the list, and each opens with its address', async () => {
    const { bar, user, at, filters } = await open(all)
    expect(bar.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['All calls', 'Missed on Sundays'])
    await user.click(bar.getByRole('link', { name: 'Missed on Sundays' }))
    await waitFor(() => expect(at()).toBe(shown))
    await waitFor(() => expect(filters()).toMatchObject({ missed: true, weekday: ['0'] }))
    expect(screen.queryByText('The view has unsaved changes')).toBeNull()
  })

  it('say that they were changed, and show what they keep once that is discarded', async () => {
    const { user, server, at } = await open(`${shown}&hour=9`)
    await screen.findByText('The view has unsaved changes')
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(at()).toBe(shown))
    expect(screen.queryByText('The view has unsaved changes')).toBeNull()
    expect(server.sentTo(callViewRoutes.change)).toEqual([])
  })

  it('keep what was changed', async () => {
    const kept: CallView[] = [missed]
    const save = ({ body }: { body?: unknown }) => {
      kept[0] = { ...missed, ...(body as Pick<CallView, 'query'>) }
      return { success: true as const, view: kept[0] }
    }
    const { user, server } = await open(`${shown}&hour=9`, {
      views: kept,
      replies: [reply(callViewRoutes.change, save)],
    })
    await user.click(await screen.findByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByText('The view has unsaved changes')).toBeNull())
    expect(server.sentTo(callViewRoutes.change)[0]?.body).toEqual({
      query: { ...missed.query, filters: { ...missed.query.filters, hour: ['9'] } },
      expected: { query: missed.query },
    })
  })

  it('are made of the filters on the screen', async () => {
    const { user, server, at } = await open(`${all}?direction=inbound&hour=9,10`, {
      views: [],
      replies: [
        reply(callViewRoutes.create, ({ body }) => ({ success: true, view: { ...missed, ...(body as object) } })),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Save view' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Save as a new view' }))
    expect(dialog.getByText('Open the call list with this view')).toBeDefined()
    await user.type(dialog.getByRole('textbox', { name: /View name/ }), 'Mornings')
    await user.click(dialog.getByRole('button', { name: 'Save view' }))
    await waitFor(() => expect(at()).toContain(`view=${missed._id}`))
    expect(server.sentTo(callViewRoutes.create)[0]?.body).toEqual({
      name: 'Mornings',
      isShared: false,
      isPinned: false,
      query: { campaignId: null, sort: '-date', filters: { direction: 'inbound', hour: ['9', '10'] } },
    })
  })

  it('open the list of those who chose one as their default; "All calls" shows all', async () => {
    const { at, bar, user, filters } = await open(all, { defaultCallView: missed._id })
    await waitFor(() => expect(at()).toBe(shown))
    await user.click(bar.getByRole('link', { name: 'All calls' }))
    await waitFor(() => expect(at()).toBe(`${all}?view=all`))
    await waitFor(() => expect(filters()).toEqual({}))
  })

  it('that are gone leave the filters of the link', async () => {
    const { filters } = await open(shown, { views: [] })
    await screen.findByText('This view is not available')
    expect(filters()).toMatchObject({ missed: true, weekday: ['0'] })
  })
})
