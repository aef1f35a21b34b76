import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { blacklistRoutes } from '#contract/blacklist/blacklist.ts'
import { callRoutes } from '#contract/calls/calls.ts'
import { storage } from '../../../lib/storage.ts'
import { NARROW } from '../../../lib/use-narrow.ts'
import { aCall, aSummary, callDetails, callEvent, callPage } from '../../../testing/call-fakes.ts'
import { aSession, BUSINESS_ID, CAMPAIGN_ID, USER_ID } from '../../../testing/fakes.ts'
import { NOAM, surroundings } from '../../../testing/lead-fakes.ts'
import { happens } from '../../../testing/live.ts'
import { renderPage } from '../../../testing/render.tsx'
import { type FakeReply, refusal, reply } from '../../../testing/replies.ts'
import { RecordingRow } from '../call/recording-row.tsx'
import { CallsPage } from './calls-page.tsx'

const all = `/b/${BUSINESS_ID}/calls/all`
const list = (...calls: Parameters<typeof callPage>) => reply(callRoutes.list, callPage(...calls))
const open = (replies: FakeReply[], path = all) =>
  renderPage(<CallsPage />, {
    path,
    route: path.includes('/c/') ? '/b/$businessId/c/$campaignId/calls' : '/b/$businessId/calls/all',
    replies: [...surroundings(), reply(callRoutes.summary, aSummary), ...replies],
  })
const stored = { kind: 'dial', state: 'stored', seconds: 30, channels: 1, purgedAt: null } as const
const rowOf = (name: string | RegExp) => screen.findByRole('row', { name })
type Server = Awaited<ReturnType<typeof open>>['server']
const lastQuery = (server: Server) => server.sentTo(callRoutes.list).at(-1)?.query

describe('the list of calls', () => {
  it('names a former member in the filter by their calls, otherwise says that they left', async () => {
    const gone = '00000000-0000-4000-8000-00000000dead'
    const page = await open([list([aCall(1)])], `${all}?answeredBy=${gone}`)
    await screen.findByText('Former member')
    page.unmount()
    const answeredBy = { _id: gone, name: 'Gil Shaked', image: null }
    await open([list([aCall(1, { answeredBy })])], `${all}?answeredBy=${gone}`)
    await screen.findByRole('button', { name: /Answered by.*Gil Shaked/ })
  })

  it('shows party, campaign, number, answerer, status, ring time, talk time and source', async () => {
    await open([list([aCall(1)])])
    const row = within(await rowOf(/Caller 1/))
    for (const text of ['מטבחים – Google', '072-444-0001', 'נועם פרידמן', 'Answered', '0:09', '4:12', 'Google Ads'])
      expect(row.getByText(text)).toBeDefined()
    expect(row.getByRole('img', { name: 'Incoming' })).toBeDefined()
    expect(row.getByRole('button', { name: 'Play the recording: Caller 1' })).toBeDefined()
  })

  it('shows a caller without a lead by number, a withheld one as hidden, and marks the first call', async () => {
    await open([
      list([
        aCall(1, { lead: null, isFirstTime: true }),
        aCall(2, { lead: null, caller: null, isWithheld: true, recordLink: null, recording: null }),
      ]),
    ])
    expect(within(await rowOf(/072-444-0111/)).getByText('First call')).toBeDefined()
    const hidden = within(await rowOf(/Hidden number/))
    expect(hidden.queryByRole('button', { name: /Play/ })).toBeNull()
  })

  it('offers to call back where a missed call has no recording', async () => {
    const missed = { status: 'Not Answered' as const, recording: null, recordLink: null, duration: 0 }
    await open([
      list([
        aCall(1, missed),
        aCall(2, { ...missed, recording: { ...stored, kind: 'voicemail' } }),
        aCall(3, { ...missed, caller: '05•••••111' }),
        aCall(4, { ...missed, status: 'Blacklisted' }),
        aCall(5, { ...missed, direction: 'outbound' }),
      ]),
    ])
    const offered = within(await rowOf(/Caller 1/)).getByRole('link', { name: 'Call back: Caller 1' })
    expect(offered.getAttribute('href')).toBe('tel:+972724440111')
    expect(screen.getAllByRole('link', { name: /^Call back/ })).toEqual([offered])
    within(await rowOf(/Caller 2/)).getByRole('button', { name: /^Play/ })
  })

  it('offers it on a phone, too, where the button at the thumb shows the missed calls', async () => {
    const query = { addEventListener: () => undefined, removeEventListener: () => undefined }
    const media = vi.spyOn(window, 'matchMedia')
    media.mockImplementation((text) => ({ ...query, media: text, matches: text === NARROW }) as never)
    const { user, router } = await open([list([aCall(1, { status: 'Busy', recording: null, recordLink: null })])])
    const back = await screen.findByRole('link', { name: 'Call back: Caller 1' })
    expect(back.getAttribute('href')).toBe('tel:+972724440111')
    const thumb = screen.getByRole('button', { name: 'Missed calls' })
    expect(thumb.parentElement?.lastElementChild).toBe(thumb)
    await user.click(thumb)
    await waitFor(() => expect(router.state.location.searchStr).toBe('?missed=true'))
    await user.click(screen.getByRole('button', { name: 'Missed calls', pressed: true }))
    await waitFor(() => expect(router.state.location.searchStr).toBe(''))
    screen.getByRole('button', { name: 'Export' })
    media.mockRestore()
  })

  it('labels test calls, and lists them only when filtered', async () => {
    const { server } = await open(
      [list([aCall(1, { lead: null, caller: null, isWithheld: true, isTest: true, direction: 'outbound' })])],
      `${all}?test=true`,
    )
    const row = within(await rowOf(/Test call/))
    expect(row.queryByText('Hidden number')).toBeNull()
    expect(JSON.parse(lastQuery(server)?.filters ?? '')).toEqual({ test: true })
    expect(screen.getByText('Test calls')).toBeDefined()
  })

  it('requests all campaigns, or the one in the URL, with its filters, search and order', async () => {
    const { server } = await open(
      [list([aCall(1)])],
      `/b/${BUSINESS_ID}/c/${CAMPAIGN_ID}/calls?page=2&sort=date&search=noam&status=Busy,Not+Answered&missed=true&from=2026-01-01`,
    )
    await rowOf(/Caller 1/)
    expect(lastQuery(server)).toMatchObject({ campaignId: CAMPAIGN_ID, page: '2', sort: 'date', search: 'noam' })
    expect(lastQuery(server)?.all).toBeUndefined()
    const filters = { status: ['Busy', 'Not Answered'], missed: true, from: '2026-01-01' }
    expect(JSON.parse(lastQuery(server)?.filters ?? '')).toEqual(filters)
    const summary = server.sentTo(callRoutes.summary).at(-1)?.query
    expect(summary).toMatchObject({ campaignId: CAMPAIGN_ID, search: 'noam' })
    expect(JSON.parse(summary?.filters ?? '')).toEqual(filters)
  })

  it('shows the summary of the listed calls', async () => {
    const { container } = await open([list([aCall(1)])])
    await rowOf(/Caller 1/)
    const figure = (name: string) => container.querySelector(`[data-summary="${name}"]`)?.textContent
    await waitFor(() => expect(figure('calls')).toBe('142'))
    expect(['answered', 'missed', 'averageWait', 'uniqueCallers'].map(figure)).toEqual(['84.5%', '19', '0:14', '118'])
  })

  it('keeps its page size apart from other tables', async () => {
    storage.pageSize('call').set(25)
    const { server } = await open([list([aCall(1)])])
    await rowOf(/Caller 1/)
    expect(lastQuery(server)?.limit).toBe('25')
  })

  it('filters by status and direction, and keeps both in the URL', async () => {
    const { user, router } = await open([list([aCall(1)])])
    await rowOf(/Caller 1/)
    await user.click(screen.getByRole('button', { name: 'Filter' }))
    await user.click(await screen.findByRole('button', { name: 'Status' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Busy' }))
    await waitFor(() => expect(router.state.location.searchStr).toBe('?status=Busy'))
    await user.click(screen.getByRole('button', { name: 'Outgoing' }))
    await waitFor(() => expect(router.state.location.searchStr).toBe('?status=Busy&direction=outbound'))
  })

  it('exports what the list shows', async () => {
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    const { user, server } = await open(
      [
        list([aCall(1)]),
        reply(callRoutes.exportLink, { success: true, url: '/api/x', expiresAt: '2030-01-01T00:00:00Z' }),
      ],
      `${all}?status=Busy`,
    )
    await rowOf(/Caller 1/)
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await waitFor(() => expect(saved).toHaveBeenCalled())
    expect(server.sentTo(callRoutes.exportLink)[0]?.body).toEqual({ filters: { status: ['Busy'] } })
  })

  it('offers no export without the grant', async () => {
    await open([list([aCall(1)]), reply(callRoutes.summary, { ...aSummary, canExport: false })])
    await rowOf(/Caller 1/)
    expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
  })
})

describe('when there is nothing to show', () => {
  it('explains the page', async () => {
    await open([list([])])
    expect(await screen.findByText('No calls yet')).toBeDefined()
    const setUp = screen.getByRole('link', { name: 'Virtual numbers' })
    expect(setUp.getAttribute('href')).toBe(`/b/${BUSINESS_ID}/settings/numbers`)
  })

  it('offers to clear filters that match nothing', async () => {
    const { user, router } = await open([list([])], `${all}?status=Busy`)
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(router.state.location.searchStr).toBe(''))
  })

  it('shows an error and retries, and says who can grant access', async () => {
    const failed = await open([refusal(callRoutes.list, 500, 'internal', { message: 'boom' })])
    expect(await screen.findByText('boom')).toBeDefined()
    failed.server.use(list([aCall(1)]))
    await failed.user.click(screen.getByRole('button', { name: 'Try again' }))
    await rowOf(/Caller 1/)
    failed.unmount()
    await open([refusal(callRoutes.list, 403, 'forbidden')])
    expect(await screen.findByText('You do not have permission for this page')).toBeDefined()
  })
})

describe('while calls are in progress', () => {
  beforeEach(() => void vi.restoreAllMocks())

  it('inserts a new call at once while the pointer is outside the list, and updates it live', async () => {
    const ringing = aCall(0, { status: null, state: 'ringing', recording: null, recordLink: null, duration: 0 })
    const { server } = await open([list([aCall(1)])])
    await rowOf(/Caller 1/)
    server.use(list([ringing, aCall(1)]))
    await happens(callEvent('call.started', ringing))
    expect(within(await rowOf(/Caller 0/)).getByText('Ringing…')).toBeDefined()
    server.use(list([{ ...ringing, state: 'talking' }, aCall(1)]))
    await happens(callEvent('call.changed', ringing))
    await waitFor(() => expect(screen.getByText('On a call')).toBeDefined())
  })

  it('holds a new call behind "1 new" while the reader is in the rows', async () => {
    const { server, user } = await open([list([aCall(1)])])
    const row = await rowOf(/Caller 1/)
    await act(async () => row.querySelector<HTMLElement>('[data-call-link]')?.focus())
    server.use(list([aCall(0), aCall(1)]))
    await happens(callEvent('call.started', aCall(0)))
    await user.click(await screen.findByRole('button', { name: '1 new' }))
    await rowOf(/Caller 0/)
  })
})

describe('the details of a call', () => {
  const call = aCall(1)
  const details = (changes = {}) => reply(callRoutes.get, { success: true, call: callDetails(call, changes) })

  it('open from the row, stay in the URL and close with Back', async () => {
    const { user, router } = await open([list([call]), details()])
    await user.click(within(await rowOf(/Caller 1/)).getByText('Answered'))
    expect(await screen.findByText('The call was answered')).toBeDefined()
    expect(router.state.location.searchStr).toBe(`?call=${call._id}`)
    await act(async () => router.history.back())
    await waitFor(() => expect(screen.queryByText('Phones that rang')).toBeNull())
    expect(router.state.location.searchStr).toBe('')
  })

  it('show the phones that rang, and link to the lead', async () => {
    await open([list([call]), details()], `${all}?call=${call._id}`)
    const drawer = within(await screen.findByRole('dialog'))
    expect(await drawer.findByRole('heading', { name: 'Phones that rang' })).toBeDefined()
    expect(drawer.getAllByText(NOAM.name).length).toBeGreaterThan(0)
    const href = drawer.getByRole('link', { name: 'Open lead' }).getAttribute('href')
    expect(href).toBe(`/b/${BUSINESS_ID}/c/${CAMPAIGN_ID}/leads/${call.lead?._id}`)
  })

  it.each([
    [{ status: 'Busy', recording: null, recordLink: null }, 'No recording: the call was not answered'],
    [{ recording: null, recordLink: null }, 'This call was not recorded'],
    [{ recording: { ...call.recording, state: 'announced' }, recordLink: null }, 'The recording is being prepared'],
    [
      { recording: { ...call.recording, state: 'purged', purgedAt: '2026-01-05T10:00:00.000Z' } },
      'The recording was deleted on 5 Jan 2026',
    ],
  ])('say why there is nothing to hear: %#', async (changes, words) => {
    await open([list([call]), details(changes)], `${all}?call=${call._id}`)
    expect(await screen.findByText(words)).toBeDefined()
  })

  it('tell a member who may not hear recordings who can change that', async () => {
    const own = { answeredBy: { _id: USER_ID, name: 'Shira', image: null }, recordLink: null, recording: null }
    await renderPage(<RecordingRow businessId={BUSINESS_ID} call={aCall(1, own)} />, {
      path: `/b/${BUSINESS_ID}`,
      session: aSession({ role: 'Writer' }),
    })
    expect(
      await screen.findByText('You need permission to listen to recordings. An Owner of the business can grant it.'),
    ).toBeDefined()
  })

  it('block the caller with one click', async () => {
    const { user, server } = await open(
      [list([call]), details(), reply(blacklistRoutes.ofCall, { success: true })],
      `${all}?call=${call._id}`,
    )
    await user.click(await screen.findByRole('button', { name: 'Block number' }))
    expect(await screen.findByText('072-444-0111 is on the blacklist')).toBeDefined()
    expect(server.sentTo(blacklistRoutes.ofCall)[0]).toMatchObject({
      params: { id: call._id },
      body: { scope: 'business' },
    })
  })
})
