import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { campaignRoutes } from '#contract/campaigns.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { operationRoutes } from '#contract/leads/operations.ts'
import { storage } from '../../../lib/storage.ts'
import { aSession, BUSINESS_ID, CAMPAIGN_ID } from '../../../testing/fakes.ts'
import {
  ATTEMPTING,
  aLead,
  anEvent,
  aPage,
  idOf,
  NEW,
  OTHER_CAMPAIGN_ID,
  surroundings,
} from '../../../testing/lead-fakes.ts'
import { happens } from '../../../testing/live.ts'
import { renderPage } from '../../../testing/render.tsx'
import { type FakeReply, refusal, reply } from '../../../testing/replies.ts'
import { LeadsPage } from './leads-page.tsx'

const all = `/b/${BUSINESS_ID}/leads/all`
const list = (...leads: Parameters<typeof aPage>) => reply(leadRoutes.list, aPage(...leads))
const open = (replies: FakeReply[], { path = all, role = 'Owner' as const as 'Owner' | 'Writer' | 'Reader' } = {}) =>
  renderPage(<LeadsPage />, {
    path,
    route: path.includes('/c/') ? '/b/$businessId/c/$campaignId/leads' : '/b/$businessId/leads/all',
    replies: [...surroundings(role), ...replies],
    session: aSession({ role }),
  })
const rowOf = (name: string | RegExp) => screen.findByRole('row', { name })
const lastQuery = (server: Awaited<ReturnType<typeof open>>['server']) => server.sentTo(leadRoutes.list).at(-1)?.query

describe('the table', () => {
  it('shows each lead with its phone, e-mail, status, campaign, source, value and person', async () => {
    await open([
      list([
        aLead(1, { value: 12_650_000, assignedTo: { _id: idOf(102), name: 'Noam', image: null } }),
        aLead(2, { name: '' }),
      ]),
    ])
    const row = within(await rowOf(/Lead 1/))
    for (const text of ['052-731-1184', 'lead1@gmail.test', 'New', 'מטבחים – Google', 'Google Ads', '₪126,500'])
      expect(row.getByText(text)).toBeDefined()
    expect(row.getByRole('img', { name: 'Noam' })).toBeDefined()
    const nameless = within(await rowOf(/No name/))
    expect(nameless.getByRole('img', { name: 'Not assigned' })).toBeDefined()
  })

  it('marks leads that were not opened as unread', async () => {
    await open([list([aLead(1, { isRead: false }), aLead(2)])])
    expect(within(await rowOf(/Lead 1/)).queryByText('Unread')).not.toBeNull()
    expect(within(await rowOf(/Lead 2/)).queryByText('Unread')).toBeNull()
  })

  it('requests all campaigns, or the one in the address', async () => {
    const everywhere = await open([list([aLead(1)])])
    expect(lastQuery(everywhere.server)).toMatchObject({ all: 'true', page: '1', limit: '10', sort: '-date' })
    everywhere.unmount()
    const one = await open([list([aLead(1)])], { path: `/b/${BUSINESS_ID}/c/${CAMPAIGN_ID}/leads` })
    await rowOf(/Lead 1/)
    expect(lastQuery(one.server)).toMatchObject({ campaignId: CAMPAIGN_ID })
  })

  it('reads filters, search, sort and page from the address', async () => {
    const { server } = await open([list([aLead(1)], { page: 3, total: 30 })], {
      path: `${all}?page=3&sort=date&search=noam&unread=true&status=${NEW._id}&source=tiktok%252C%25202025`,
    })
    await rowOf(/Lead 1/)
    const query = lastQuery(server)
    expect(query).toMatchObject({ page: '3', sort: 'date', search: 'noam' })
    expect(JSON.parse(query?.filters ?? '')).toEqual({ status: [NEW._id], source: ['tiktok, 2025'], unread: true })
  })

  it('saves the page size', async () => {
    storage.pageSize('leads').set(50)
    const { server } = await open([list([aLead(1)], { limit: 50 })])
    await rowOf(/Lead 1/)
    expect(lastQuery(server)?.limit).toBe('50')
  })

  it('shows "10,000+" where the count is capped', async () => {
    await open([list([aLead(1)], { total: 10_000, totalIsExact: false })])
    await waitFor(() => expect(screen.getByText(/10,000\+ leads/)).toBeDefined())
  })

  it('reverses the order by date', async () => {
    const { server, user } = await open([list([aLead(1)])])
    await rowOf(/Lead 1/)
    await user.click(screen.getByRole('button', { name: 'Date' }))
    await waitFor(() => expect(lastQuery(server)?.sort).toBe('date'))
  })

  it('searches when typing pauses', async () => {
    const { server, user, router } = await open([list([aLead(1)])])
    await rowOf(/Lead 1/)
    await user.type(screen.getByRole('searchbox'), 'noam')
    await waitFor(() => expect(router.state.location.searchStr).toBe('?search=noam'))
    const searches = server.sentTo(leadRoutes.list).map(({ query }) => query.search)
    expect(searches.filter(Boolean)).toEqual(['noam'])
  })

  it('filters by status from the chip and keeps it in the address', async () => {
    const { user, router } = await open([list([aLead(1)])])
    await rowOf(/Lead 1/)
    await user.click(screen.getByRole('button', { name: 'Filter' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Status' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Attempting' }))
    await waitFor(() => expect(router.state.location.searchStr).toBe(`?status=${ATTEMPTING._id}`))
  })

  it('names a deleted status in the address as deleted', async () => {
    const gone = '00000000-0000-4000-8000-00000000dead'
    await open([list([aLead(1)])], { path: `${all}?status=${gone}` })
    await screen.findByRole('button', { name: /Status ?Deleted status/ })
  })

  it('filters by status type, in the chip and in the request', async () => {
    const { user, server } = await open([list([aLead(1)])], { path: `${all}?statusType=Won,Lost` })
    await rowOf(/Lead 1/)
    await user.click(screen.getByRole('button', { name: /Status type ?Won \+1/ }))
    await user.click(await screen.findByRole('checkbox', { name: 'Lost' }))
    await waitFor(() => expect(lastQuery(server)?.filters).toBe('{"statusType":["Won"]}'))
  })
})

describe('row actions', () => {
  it('changes the status optimistically and sends the expected value', async () => {
    const lead = aLead(1)
    const { server, user } = await open([list([lead]), reply(leadRoutes.change, () => new Promise(() => undefined))])
    const row = within(await rowOf(/Lead 1/))
    await user.click(row.getByRole('button', { name: /Status: New/ }))
    await user.click(await screen.findByRole('menuitemradio', { name: 'Attempting' }))
    await waitFor(() => expect(row.getByRole('button', { name: /Status: Attempting/ })).toBeDefined())
    await waitFor(() =>
      expect(server.sentTo(leadRoutes.change)[0]?.body).toEqual({
        statusId: ATTEMPTING._id,
        expected: { statusId: NEW._id },
      }),
    )
  })

  it('reverts a refused change and shows the reason', async () => {
    const { server, user } = await open([
      list([aLead(1)]),
      refusal(leadRoutes.change, 409, 'changed_meanwhile', { message: 'This was changed meanwhile' }),
    ])
    const row = within(await rowOf(/Lead 1/))
    // The refetch never ends, so the reverted value comes from the cache.
    server.use(reply(leadRoutes.list, () => new Promise(() => undefined)))
    await user.click(row.getByRole('button', { name: /Status: New/ }))
    await user.click(await screen.findByRole('menuitemradio', { name: 'Attempting' }))
    await screen.findByText('This was changed meanwhile')
    expect(row.getByRole('button', { name: /Status: New/ })).toBeDefined()
  })

  it('deletes optimistically; Undo restores the lead', async () => {
    let isDeleted = false
    const { server, user } = await open([
      reply(leadRoutes.list, () => aPage(isDeleted ? [aLead(2)] : [aLead(1), aLead(2)])),
      reply(leadRoutes.remove, () => {
        isDeleted = true
        return { success: true, message: 'Operation succeeded' }
      }),
      reply(leadRoutes.restore, () => {
        isDeleted = false
        return { success: true, message: 'Operation succeeded' }
      }),
    ])
    await user.hover(await rowOf(/Lead 1/))
    await user.click(screen.getByRole('button', { name: 'More actions for Lead 1' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByRole('row', { name: /Lead 1/ })).toBeNull())
    await screen.findByText('Operation succeeded. The lead is in the trash')
    await user.click(await screen.findByRole('button', { name: 'Restore' }))
    await rowOf(/Lead 1/)
    expect(server.sentTo(leadRoutes.restore)[0]?.body).toEqual({ leadIds: [aLead(1)._id] })
  })

  it.each([
    ['refused', 403, 'Operation failed. You may not do this'],
    ['broken', 500, 'Error deleting lead'],
  ] as const)('shows that a deletion was %s, and keeps the lead', async (_, status, text) => {
    const { user } = await open([
      list([aLead(1)]),
      refusal(leadRoutes.remove, status, status === 403 ? 'forbidden' : 'internal', { message: 'You may not do this' }),
    ])
    await user.hover(await rowOf(/Lead 1/))
    await user.click(screen.getByRole('button', { name: 'More actions for Lead 1' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    await screen.findByText(text)
    await rowOf(/Lead 1/)
  })

  it('selects a range with Shift', async () => {
    const { user } = await open([list([aLead(1), aLead(2), aLead(3), aLead(4)])])
    await user.click(await screen.findByRole('checkbox', { name: 'Select Lead 1' }))
    await user.keyboard('{Shift>}')
    await user.click(screen.getByRole('checkbox', { name: 'Select Lead 3' }))
    await user.keyboard('{/Shift}')
    const bar = within(await screen.findByRole('toolbar', { name: 'Selected leads' }))
    expect(bar.getByText('3 selected')).toBeDefined()
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
    expect(bar.getByText('4 selected')).toBeDefined()
  })

  it('offers Restore instead of Delete in the trash', async () => {
    const { user, server } = await open(
      [
        list([aLead(1, { deletedAt: '2026-01-01T00:00:00.000Z' })]),
        reply(leadRoutes.restore, { success: true, message: 'Operation succeeded' }),
      ],
      { path: `${all}?trash=true` },
    )
    const row = within(await rowOf(/Lead 1/))
    expect(row.queryByRole('button', { name: /Status/ })).toBeNull()
    await user.hover(await rowOf(/Lead 1/))
    await user.click(row.getByRole('button', { name: 'More actions for Lead 1' }))
    await screen.findByRole('menuitem', { name: 'Mark as unread' })
    expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull()
    await user.keyboard('{Escape}')
    await user.click(row.getByRole('button', { name: 'Restore' }))
    await waitFor(() => expect(server.sentTo(leadRoutes.restore)).toHaveLength(1))
  })

  it('offers a Reader no change, deletion or new lead', async () => {
    const { user } = await open([list([aLead(1)])], { role: 'Reader' })
    const row = within(await rowOf(/Lead 1/))
    expect(row.queryByRole('button', { name: /Status|Assigned|Edit/ })).toBeNull()
    await user.hover(await rowOf(/Lead 1/))
    await user.click(row.getByRole('button', { name: 'More actions for Lead 1' }))
    await screen.findByRole('menuitem', { name: 'Mark as unread' })
    expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'New lead' })).toBeNull()
  })

  it('lets a Writer change but not delete', async () => {
    const { user } = await open([list([aLead(1)])], { role: 'Writer' })
    const row = within(await rowOf(/Lead 1/))
    await waitFor(() => expect(row.queryByRole('button', { name: /Status/ })).not.toBeNull())
    expect(row.queryByRole('button', { name: /Assigned/ })).toBeNull()
    await user.hover(await rowOf(/Lead 1/))
    await user.click(row.getByRole('button', { name: 'More actions for Lead 1' }))
    await screen.findByRole('menuitem', { name: 'Mark as unread' })
    expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull()
  })
})

describe('when there is nothing to show', () => {
  it('explains to a person without campaigns who can give access', async () => {
    await open([list([]), reply(campaignRoutes.names, { success: true, campaigns: [] })], { role: 'Writer' })
    await screen.findByText('You have no campaigns yet')
    expect(screen.queryByText('No leads yet')).toBeNull()
  })

  it('explains how leads come in while there are none', async () => {
    await open([list([])])
    await screen.findByText('No leads yet')
    expect(screen.getByRole('link', { name: 'Connect a source' }).getAttribute('href')).toBe(
      `/b/${BUSINESS_ID}/settings/api-keys`,
    )
    expect(screen.getByRole('button', { name: 'Add manually' })).toBeDefined()
  })

  it.each(['Owner', 'Writer'] as const)('names the leads in the trash; %s', async (role) => {
    const none = { undoes: null, subject: null, tags: null, lead: null, error: null, undoneBy: null }
    const operation = { _id: idOf(700), kind: 'restore' as const, fields: [], ...none }
    const { server, user, router } = await open(
      [
        reply(leadRoutes.list, ({ query }) =>
          aPage(query.filters === '{"trash":true}' ? [aLead(1)] : [], {
            total: query.filters === '{"trash":true}' ? 600 : 0,
          }),
        ),
        reply(operationRoutes.create, {
          success: true,
          operation: {
            ...operation,
            ...{
              author: { _id: idOf(101), name: 'Shira', image: null },
              state: 'done',
              total: 600,
              done: 600,
              skipped: 0,
            },
            ...{ canUndo: true, canCancel: false, startedAt: null, finishedAt: null },
            createdAt: '2026-11-21T10:00:00.000Z',
          },
        }),
      ],
      { role },
    )
    await screen.findByText('600 leads are in the trash')
    expect(screen.queryByText('No leads yet')).toBeNull()
    const restore = screen.queryByRole('button', { name: 'Restore' })
    if (role === 'Writer') {
      expect(restore).toBeNull()
      await user.click(screen.getByRole('link', { name: 'Open trash' }))
      return waitFor(() => expect(router.state.location.searchStr).toBe('?trash=true'))
    }
    if (restore) await user.click(restore)
    await screen.findByText('600 leads were restored')
    expect(server.sentTo(operationRoutes.create).map(({ body }) => body)).toEqual([
      { action: { kind: 'restore' }, all: true, filters: { trash: true } },
    ])
  })

  it('offers to clear filters that match nothing', async () => {
    const { user, router } = await open([list([])], { path: `${all}?unread=true&search=noam` })
    await screen.findByText('No leads match')
    expect(screen.getByText('Try fewer filters.')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(router.state.location.searchStr).toBe(''))
  })

  it('says what is searched, not fewer filters, where only a search matches nothing', async () => {
    await open([list([])], { path: `${all}?search=noam` })
    await screen.findByText(/the beginning or end of a phone \(3 digits or more\)/)
    expect(screen.queryByText('Try fewer filters.')).toBeNull()
  })

  it('shows the error and tries again', async () => {
    const { server, user } = await open([refusal(leadRoutes.list, 500, 'internal', { message: 'Something broke' })])
    await screen.findByText('Something broke')
    server.use(list([aLead(1)]))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await rowOf(/Lead 1/)
  })

  it('shows that access is denied', async () => {
    await open([refusal(leadRoutes.list, 403, 'forbidden')])
    await screen.findByText('You do not have permission for this page')
  })
})

describe('live updates', () => {
  it('inserts a new lead at once while the reader is idle', async () => {
    const { server } = await open([list([aLead(5)])])
    await rowOf(/Lead 5/)
    server.use(list([aLead(1), aLead(5)]))
    await happens(anEvent('lead.created', aLead(1)))
    await rowOf(/Lead 1/)
    expect(screen.queryByRole('button', { name: /new$/ })).toBeNull()
  })

  it('holds new leads behind "1 new" while the reader is in the rows', async () => {
    const { server, user } = await open([list([aLead(5)])])
    within(await rowOf(/Lead 5/))
      .getByRole('link', { name: 'Lead 5' })
      .focus()
    server.use(list([aLead(1), aLead(5)]))
    await happens(anEvent('lead.created', aLead(1)))
    const pill = await screen.findByRole('button', { name: '1 new' })
    expect(screen.queryByRole('row', { name: /Lead 1/ })).toBeNull()
    expect(screen.getByText(/2 leads/)).toBeDefined()
    await user.click(pill)
    await rowOf(/Lead 1/)
    expect(screen.queryByRole('button', { name: '1 new' })).toBeNull()
  })

  it('counts only the new leads that match the filter', async () => {
    const { server } = await open([list([aLead(5)])], { path: `${all}?status=${NEW._id}` })
    within(await rowOf(/Lead 5/))
      .getByRole('link', { name: 'Lead 5' })
      .focus()
    server.use(list([aLead(5, { name: 'Changed' })]))
    await happens(anEvent('lead.created', aLead(1)))
    await rowOf(/Changed/)
    await act(async () => undefined)
    expect(screen.queryByRole('button', { name: /new$/ })).toBeNull()
    server.use(list([aLead(2), aLead(5)]))
    await happens(anEvent('lead.created', aLead(2)))
    await screen.findByRole('button', { name: '1 new' }, { timeout: 5_000 })
  })

  it('removes a deleted lead at once, although new ones wait', async () => {
    const { server } = await open([list([aLead(5), aLead(6)])])
    within(await rowOf(/Lead 5/))
      .getByRole('link', { name: 'Lead 5' })
      .focus()
    server.use(list([aLead(1), aLead(5)]))
    await happens(anEvent('lead.created', aLead(1)))
    await happens(anEvent('lead.deleted', aLead(6)))
    await waitFor(() => expect(screen.queryByRole('row', { name: /Lead 6/ })).toBeNull(), { timeout: 5_000 })
    expect(screen.getByRole('button', { name: '1 new' })).toBeDefined()
  })

  it('still counts a new lead when the page is left before its reply comes', async () => {
    const late = Promise.withResolvers<ReturnType<typeof aPage>>()
    const second = aPage([aLead(15)], { page: 2, total: 11 })
    const first = reply(leadRoutes.list, ({ query }) => (query.page === '2' ? second : late.promise))
    const { server, router } = await open([list([aLead(5)], { total: 11 })])
    await rowOf(/Lead 5/)
    server.use(first)
    await happens(anEvent('lead.created', aLead(1)))
    await act(() => router.navigate({ to: '.', search: { page: '2' } as never }))
    await rowOf(/Lead 15/)
    await act(async () => late.resolve(aPage([aLead(1), aLead(5)], { total: 12 })))
    await happens(anEvent('lead.created', aLead(2)))
    await screen.findByRole('button', { name: '2 new' }, { timeout: 5_000 })
  })

  it('leads from another page to the new leads on the first', async () => {
    const pages = reply(leadRoutes.list, ({ query }) =>
      query.page === '2' ? aPage([aLead(15)], { page: 2, total: 12 }) : aPage([aLead(1), aLead(5)], { total: 12 }),
    )
    const { user } = await open([pages], { path: `${all}?page=2` })
    await rowOf(/Lead 15/)
    await happens(anEvent('lead.created', aLead(1)))
    await user.click(await screen.findByRole('button', { name: '1 new' }))
    await rowOf(/Lead 1 /)
    expect(screen.queryByRole('row', { name: /Lead 15/ })).toBeNull()
  })

  it('refreshes again after a refresh that failed', async () => {
    const { server } = await open([list([aLead(5)])])
    await rowOf(/Lead 5/)
    const before = server.sentTo(leadRoutes.list).length
    server.use(refusal(leadRoutes.list, 500, 'internal'))
    await happens(anEvent('lead.created', aLead(1)))
    await waitFor(() => expect(server.sentTo(leadRoutes.list).length).toBeGreaterThan(before))
    server.use(list([aLead(1), aLead(5)]))
    await happens(anEvent('lead.changed', aLead(5)))
    await screen.findByRole('row', { name: /Lead 1/ }, { timeout: 5_000 })
  })

  it('counts neither what the reader made nor what was deleted since', async () => {
    const { server } = await open([list([aLead(5)])])
    within(await rowOf(/Lead 5/))
      .getByRole('link', { name: 'Lead 5' })
      .focus()
    server.use(list([aLead(2), aLead(3), aLead(5)]))
    await happens(anEvent('lead.created', aLead(2)))
    await happens(anEvent('lead.created', aLead(3)))
    await screen.findByRole('button', { name: '2 new' }, { timeout: 5_000 })
    server.use(list([aLead(1), aLead(2), aLead(3), aLead(5)]))
    const own = anEvent('lead.created', aLead(1))
    await happens({ ...own, event: { ...own.event, actor: { userId: aSession().user._id } } })
    await screen.findByText(/4 leads/)
    screen.getByRole('button', { name: '2 new' })
    server.use(list([aLead(1), aLead(3), aLead(5)]))
    await happens(anEvent('lead.deleted', aLead(2)))
    await screen.findByRole('button', { name: '1 new' }, { timeout: 5_000 })
  })
  it('moves no row under the pointer after missed events, and counts the new leads', async () => {
    const { server, user } = await open([list([aLead(1), aLead(2)])])
    await user.click(within(await rowOf(/Lead 1/)).getByRole('checkbox'))
    server.use(list([aLead(3), aLead(1, { name: 'Changed' }), aLead(2)]))
    await happens({ kind: 'resync' })
    await rowOf(/Changed/)
    expect(screen.queryByText('Lead 3')).toBeNull()
    await screen.findByRole('button', { name: /1 new/ })
  })
  it('does not count an older lead that moved up while events were missed', async () => {
    const { server, user } = await open([list([aLead(1), aLead(2)])])
    await user.click(within(await rowOf(/Lead 1/)).getByRole('checkbox'))
    server.use(list([aLead(1, { name: 'Changed' }), aLead(8)]))
    await happens({ kind: 'resync' })
    await rowOf(/Changed/)
    await act(async () => undefined)
    expect(screen.queryByRole('button', { name: /new$/ })).toBeNull()
  })

  it('updates rows in place', async () => {
    const { server } = await open([list([aLead(5)])])
    const row = within(await rowOf(/Lead 5/))
    row.getByRole('link', { name: 'Lead 5' }).focus()
    server.use(list([aLead(5, { statusId: ATTEMPTING._id, status: 'Attempting' })]))
    await happens(anEvent('lead.changed', aLead(5)))
    await waitFor(() => expect(row.queryByText('Attempting')).not.toBeNull())
  })

  it('updates the row of a lead whose call is answered', async () => {
    const { server } = await open([list([aLead(5)])])
    const row = within(await rowOf(/Lead 5/))
    server.use(list([aLead(5, { statusId: ATTEMPTING._id, status: 'Attempting' })]))
    await happens(anEvent('call.changed', aLead(5)))
    await waitFor(() => expect(row.queryByText('Attempting')).not.toBeNull())
  })

  it('ignores events of other campaigns', async () => {
    const { server } = await open([list([aLead(5)])], { path: `/b/${BUSINESS_ID}/c/${CAMPAIGN_ID}/leads` })
    await rowOf(/Lead 5/)
    const before = server.sentTo(leadRoutes.list).length
    await happens(anEvent('lead.created', aLead(1, { campaignId: OTHER_CAMPAIGN_ID })))
    expect(server.sentTo(leadRoutes.list)).toHaveLength(before)
  })

  it('refreshes at most once a second', async () => {
    const { server } = await open([list([aLead(5)])])
    await rowOf(/Lead 5/)
    const before = server.sentTo(leadRoutes.list).length
    for (let number = 0; number < 500; number += 1) await happens(anEvent('lead.created', aLead(number)))
    expect(server.sentTo(leadRoutes.list).length - before).toBeLessThanOrEqual(2)
  })
})
