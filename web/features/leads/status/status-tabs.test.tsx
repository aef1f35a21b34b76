import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { businessRoutes } from '#contract/businesses.ts'
import { leadCountRoutes } from '#contract/leads/lead-counts.ts'
import type { LeadStatus } from '#contract/leads/lead-status.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { NARROW } from '../../../lib/use-narrow.ts'
import { aBusiness, BUSINESS_ID, CAMPAIGN_ID } from '../../../testing/fakes.ts'
import {
  ATTEMPTING,
  aLead,
  anEvent,
  aPage,
  NEW,
  OTHER_CAMPAIGN_ID,
  surroundings,
  WON,
} from '../../../testing/lead-fakes.ts'
import { happens } from '../../../testing/live.ts'
import { renderPage } from '../../../testing/render.tsx'
import { type FakeReply, refusal, reply } from '../../../testing/replies.ts'
import { LeadsPage } from '../list/leads-page.tsx'

beforeEach(() => {
  const { matchMedia } = window
  const narrow = (query: string) => ({ ...matchMedia(query), matches: query === NARROW })
  vi.spyOn(window, 'matchMedia').mockImplementation(narrow as typeof matchMedia)
})
afterEach(() => vi.restoreAllMocks())

const counts = (totals: readonly (readonly [LeadStatus, number])[]) =>
  reply(leadCountRoutes.byStatus, {
    success: true,
    statuses: totals.map(([{ _id: statusId }, total]) => ({ statusId, total })),
  })
const open = (
  asked = '',
  replies: FakeReply[] = [
    counts([
      [NEW, 1_280],
      [ATTEMPTING, 4],
    ]),
  ],
  campaignId = '',
) =>
  renderPage(<LeadsPage />, {
    path: `/b/${BUSINESS_ID}/${campaignId ? `c/${campaignId}/leads` : 'leads/all'}${asked}`,
    route: campaignId ? '/b/$businessId/c/$campaignId/leads' : '/b/$businessId/leads/all',
    replies: [...surroundings(), reply(leadRoutes.list, aPage([aLead(1)])), ...replies],
  })
const tabs = async () => within(await screen.findByRole('group', { name: 'Status' })).getAllByRole('button')
const shown = async () => (await tabs()).map(({ textContent }) => textContent?.trim())
const chosen = async () =>
  (await tabs())
    .filter((tab) => tab.getAttribute('aria-pressed') === 'true')
    .map(({ textContent }) => textContent?.trim())
const press = async (user: Awaited<ReturnType<typeof open>>['user'], name: string) =>
  user.click(await screen.findByRole('button', { name }))

it('shows a tab for all leads and one per status, with totals', async () => {
  const { user, router, server } = await open('?page=2&date=today')
  expect(await shown()).toEqual(['All 1,284', 'New 1,280', 'Attempting 4', 'Won 0', 'Trash'])
  expect(await chosen()).toEqual(['All 1,284'])
  const { from, to } = server.sentTo(leadCountRoutes.byStatus)[0]?.query ?? {}
  expect([from, from]).toEqual([to, expect.stringMatching(/^\d{4}-\d\d-\d\d$/)])
  await press(user, 'Attempting 4')
  await waitFor(() => expect(router.state.location.searchStr).toBe(`?date=today&status=${ATTEMPTING._id}`))
  expect(await chosen()).toEqual(['Attempting 4'])
  await waitFor(() =>
    expect(server.sentTo(leadRoutes.list).at(-1)?.query.filters).toContain(`"status":["${ATTEMPTING._id}"]`),
  )
  await screen.findByRole('button', { name: 'Filter, 2 set' })
  await press(user, 'All 1,284')
  await waitFor(() => expect(router.state.location.searchStr).toBe('?date=today'))
  expect(server.sentTo(leadCountRoutes.byStatus)).toHaveLength(1)
})

it('selects the tab from the address; another tab replaces it', async () => {
  const { user, router } = await open(`?statusType=Open,Won`)
  expect(await chosen()).toEqual(['New 1,280', 'Won 0'])
  await press(user, 'Won 0')
  await waitFor(() => expect(router.state.location.searchStr).toBe(`?status=${WON._id}`))
  expect(await chosen()).toEqual(['Won 0'])
})

it.each(['unread=true', 'search=dana', 'source=meta', 'assigned=none', 'tag=vip', 'response=5m', 'trash=true'])(
  'shows no totals under other filters: %s',
  async (asked) => {
    await open(`?${asked}`)
    expect(await shown()).toEqual(['All', 'New', 'Attempting', 'Won', 'Trash'])
  },
)

it('ends with the trash, and All leads back', async () => {
  const { user, router } = await open(`?status=${WON._id}`)
  await press(user, 'Trash')
  await waitFor(() => expect(router.state.location.searchStr).toBe('?trash=true'))
  expect(await chosen()).toEqual(['Trash'])
  await press(user, 'All')
  await waitFor(() => expect(router.state.location.searchStr).toBe(''))
})

it('shows no totals if counting fails', async () => {
  await open('', [refusal(leadCountRoutes.byStatus, 500, 'internal')])
  expect(await shown()).toEqual(['All', 'New', 'Attempting', 'Won', 'Trash'])
})

it('hides statuses of other campaigns unless leads have them', async () => {
  const others = { ...ATTEMPTING, campaignIds: [OTHER_CAMPAIGN_ID] }
  const statuses = reply(businessRoutes.get, {
    success: true,
    business: aBusiness(),
    statuses: [NEW, others, { ...WON, campaignIds: [OTHER_CAMPAIGN_ID] }],
  })
  const { server } = await open(
    '',
    [
      statuses,
      counts([
        [NEW, 2],
        [others, 1],
      ]),
    ],
    CAMPAIGN_ID,
  )
  expect(await shown()).toEqual(['All 3', 'New 2', 'Attempting 1', 'Trash'])
  expect(server.sentTo(leadCountRoutes.byStatus)[0]?.query).toEqual({ campaignId: CAMPAIGN_ID })
})

it('refreshes the totals when leads change', async () => {
  const { server } = await open()
  await tabs()
  server.use(
    counts([
      [NEW, 1_279],
      [ATTEMPTING, 5],
    ]),
  )
  await happens(anEvent('lead.changed', aLead(1)))
  await screen.findByRole('button', { name: 'Attempting 5' })
})

it('is hidden without leads and on a wide screen', async () => {
  const { unmount, server } = await open('', [counts([]), reply(leadRoutes.list, aPage([]))])
  await screen.findByText('No leads yet')
  await waitFor(() => expect(server.sentTo(leadCountRoutes.byStatus)).toHaveLength(1))
  expect(screen.queryByRole('group', { name: 'Status' })).toBeNull()
  unmount()
  vi.restoreAllMocks()
  const wide = await open()
  await screen.findByRole('table', { name: 'Leads' })
  expect(screen.queryByRole('group', { name: 'Status' })).toBeNull()
  expect(wide.server.sentTo(leadCountRoutes.byStatus)).toHaveLength(0)
})
