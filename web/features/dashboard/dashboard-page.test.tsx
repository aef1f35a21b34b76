import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { campaignRoutes } from '#contract/campaigns.ts'
import { type Dashboard, dashboardRoutes } from '#contract/dashboard.ts'
import { type Lead, leadRoutes } from '#contract/leads/leads.ts'
import { responseBuckets } from '#contract/responses.ts'
import { setCurrentCampaignId } from '../../lib/session/current-business.ts'
import { aSession, BUSINESS_ID, CAMPAIGN_ID } from '../../testing/fakes.ts'
import { aLead as anyLead } from '../../testing/lead-fakes.ts'
import { happens } from '../../testing/live.ts'
import { renderPage } from '../../testing/render.tsx'
import { refusal, reply } from '../../testing/replies.ts'
import { DashboardPage } from './dashboard-page.tsx'

const aLead = (number: number) =>
  anyLead(number, { date: new Date(Date.now() - 3.5 * 3_600_000).toISOString(), isRead: false })
const page = (leads: Lead[], total: number) => ({
  success: true as const,
  leads,
  pagination: { page: 1, limit: 8, total, totalIsExact: true, pages: 1 },
})
const filtersOf = (query: Record<string, string>) => JSON.parse(query.filters ?? '{}') as { unanswered?: true }
const lists = (today: Lead[], waiting: Lead[]) =>
  reply(leadRoutes.list, ({ query }) =>
    filtersOf(query).unanswered ? page(waiting, waiting.length * 10) : page(today, today.length),
  )

const none = { total: 0, previous: 0 }
const status = (nameEn: string, type: 'Open' | 'Won', total: number) => ({
  _id: `018f0000-0000-7000-8000-0000000002${type === 'Won' ? '02' : '01'}`,
  nameHe: nameEn,
  nameEn,
  hue: 'sky' as const,
  type,
  position: 0,
  isDefault: false,
  total,
  previous: total - 1,
})
const aDashboard = (changes: Partial<Dashboard> = {}): Dashboard => ({
  period: { from: '2026-11-01', to: '2026-11-21' },
  previous: { from: '2026-10-01', to: '2026-10-21' },
  hasLeads: true,
  newLeads: { total: 1_284, previous: 1_142 },
  won: { total: 12, previous: 15 },
  conversion: { value: 0.097, previous: 0.1 },
  sales: { value: 186_000_000, previous: 0 },
  medianResponse: { value: 400, previous: 488 },
  unanswered: { total: 9, previous: 3 },
  time: {
    unit: 'day',
    units: ['day', 'week'],
    points: [
      { from: '2026-11-01', to: '2026-11-01', total: 7, previous: 5 },
      { from: '2026-11-02', to: '2026-11-02', total: 0, previous: 2 },
    ],
  },
  statuses: [status('New', 'Open', 5), status('Signed', 'Won', 12)],
  sources: [{ source: 'radio, morning', total: 7, previous: 7 }],
  campaigns: [{ _id: CAMPAIGN_ID, name: 'Kitchens', image: null, total: 3, previous: 0 }],
  responses: responseBuckets.map((bucket) => ({ bucket, ...(bucket === '5m' ? { total: 2, previous: 1 } : none) })),
  calls: null,
  ...changes,
})
const board = (changes: Partial<Dashboard> = {}) =>
  reply(dashboardRoutes.get, { success: true, dashboard: aDashboard(changes) })
const names = (count = 1) =>
  reply(campaignRoutes.names, {
    success: true,
    campaigns: Array.from({ length: count }, () => ({
      _id: CAMPAIGN_ID,
      name: 'Kitchens',
      image: null,
      role: 'Reader' as const,
      isEnabled: true,
    })),
  })
const around = [board(), names(), lists([], [])]
const linkOf = (name: string | RegExp) => screen.findByRole('link', { name })

describe('figures of a period', () => {
  it('are this month’s, with their change and what they are compared with', async () => {
    const { server } = await renderPage(<DashboardPage />, { path: '/dashboard', replies: around })
    expect((await linkOf('New leads 1,284')).textContent).toContain('1,284')
    expect(screen.getByText('12.4%')).toBeDefined()
    expect(screen.getByText('1,142')).toBeDefined()
    expect(screen.getByText(/^1.*21 November 2026, compared with 1.*21 October 2026$/)).toBeDefined()
    expect(server.sentTo(dashboardRoutes.get)[0]?.query).toEqual({ preset: 'thisMonth' })
  })

  it('say whether a change is good news', async () => {
    await renderPage(<DashboardPage />, { path: '/dashboard', replies: around })
    await linkOf('New leads 1,284')
    const toneOf = (text: string) => screen.getByText(text).parentElement?.getAttribute('data-tone')
    // More leads are better, more unanswered leads worse, a shorter wait better.
    expect([toneOf('12.4%'), toneOf('200%'), toneOf('18%')]).toEqual(['better', 'worse', 'better'])
  })

  it.each([
    ['New leads 1,284', '?date=thisMonth'],
    ['Won 12', '?date=thisMonth&statusType=Won'],
    ['Conversion 9.7%', '?date=thisMonth&statusType=Won'],
    ['Sales ₪1.86M', '?date=thisMonth&statusType=Won'],
    ['Median response 6.7 mins', '?date=thisMonth&response=5m,15m,1h,4h,1d,later'],
    ['Not answered 9', '?date=thisMonth&response=none'],
    ['radio, morning 7', '?date=thisMonth&source=radio%252C%2520morning'],
    ['New 5', '?date=thisMonth&status=018f0000-0000-7000-8000-000000000201'],
    ['Under 5 minutes 2', '?date=thisMonth&response=5m'],
    [/^Sun, 1 Nov 2026: leads 7, previous period 5$/, '?from=2026-11-01&to=2026-11-01'],
  ])('%s leads to its leads', async (name, search) => {
    await renderPage(<DashboardPage />, { path: '/dashboard', replies: around })
    expect((await linkOf(name)).getAttribute('href')).toBe(`/b/${BUSINESS_ID}/leads/all${search}`)
  })

  it('of a campaign lead to that campaign', async () => {
    await renderPage(<DashboardPage />, { path: '/dashboard', replies: around })
    expect((await linkOf('Kitchens 3')).getAttribute('href')).toBe(
      `/b/${BUSINESS_ID}/c/${CAMPAIGN_ID}/leads?date=thisMonth`,
    )
  })

  it('lead nowhere where a bar counts nothing', async () => {
    await renderPage(<DashboardPage />, { path: '/dashboard', replies: around })
    await linkOf('New leads 1,284')
    expect(screen.getByRole('img', { name: 'Mon, 2 Nov 2026: leads 0, previous period 2' })).toBeDefined()
  })

  it('are those of the preset in the address, and a press on another changes it', async () => {
    const { server, user, router } = await renderPage(<DashboardPage />, {
      path: '/dashboard?preset=lastWeek',
      replies: around,
    })
    await linkOf('New leads 1,284')
    expect(server.sentTo(dashboardRoutes.get)[0]?.query).toEqual({ preset: 'lastWeek' })
    expect(screen.getByRole('button', { name: 'Last Week' }).getAttribute('aria-pressed')).toBe('true')
    const presets = within(screen.getByRole('group', { name: 'Period' })).getAllByRole('button')
    expect(presets.map((button) => button.textContent)).toEqual([
      ...['Today', 'Yesterday', 'This Week', 'Last Week', 'This Month', 'Last Month', 'All Time', 'Custom'],
    ])
    await user.click(screen.getByRole('button', { name: 'All Time' }))
    await waitFor(() => expect(router.state.location.href).toBe('/dashboard?preset=allTime'))
    await waitFor(() => expect(server.sentTo(dashboardRoutes.get).at(-1)?.query).toEqual({ preset: 'allTime' }))
  })

  it('of a custom range come from and lead to exactly these days', async () => {
    const { server } = await renderPage(<DashboardPage />, {
      path: '/dashboard?preset=custom&from=2026-11-01&to=2026-11-21',
      replies: around,
    })
    const link = await linkOf('New leads 1,284')
    expect(link.getAttribute('href')).toContain('?from=2026-11-01&to=2026-11-21')
    expect(server.sentTo(dashboardRoutes.get)[0]?.query).toEqual({
      preset: 'custom',
      from: '2026-11-01',
      to: '2026-11-21',
    })
  })

  it('of a mangled range are this month’s', async () => {
    const { server } = await renderPage(<DashboardPage />, {
      path: '/dashboard?preset=custom&from=2026-11-21',
      replies: around,
    })
    await linkOf('New leads 1,284')
    expect(server.sentTo(dashboardRoutes.get)[0]?.query).toEqual({ preset: 'thisMonth' })
  })

  it('of all time are compared with nothing', async () => {
    const alone = { total: 5, previous: null }
    await renderPage(<DashboardPage />, {
      path: '/dashboard?preset=allTime',
      replies: [...around, board({ period: null, previous: null, newLeads: alone, sources: [] })],
    })
    expect((await linkOf('New leads 5')).getAttribute('href')).toBe(`/b/${BUSINESS_ID}/leads/all`)
    expect(screen.getByText('No leads in this period')).toBeDefined()
  })

  it('leave sales out for whom they are not', async () => {
    await renderPage(<DashboardPage />, { path: '/dashboard', replies: [...around, board({ sales: null })] })
    await linkOf('New leads 1,284')
    expect(screen.queryByText('Sales')).toBeNull()
  })

  it('explain what they count', async () => {
    const { user } = await renderPage(<DashboardPage />, { path: '/dashboard', replies: around })
    await user.hover(await screen.findByRole('button', { name: 'What is counted: Conversion' }))
    expect(await screen.findByText('Won leads out of all leads of the period.')).toBeDefined()
  })

  it('can be tried again where they failed', async () => {
    const { server, user } = await renderPage(<DashboardPage />, {
      path: '/dashboard',
      replies: [...around, refusal(dashboardRoutes.get, 500, 'internal')],
    })
    const again = await screen.findByRole('button', { name: 'Try again' })
    server.use(board())
    await user.click(again)
    expect(await linkOf('New leads 1,284')).toBeDefined()
  })

  it('say how to begin where there is no lead yet, and who can help where no campaign is open', async () => {
    await renderPage(<DashboardPage />, { path: '/dashboard', replies: [...around, board({ hasLeads: false })] })
    expect(await screen.findByText('Your metrics will appear here')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Connect a source' })).toBeDefined()
    cleanup()
    const session = aSession({ role: 'Reader' })
    await renderPage(<DashboardPage />, { path: '/dashboard', session, replies: [...around, names(0)] })
    expect(await screen.findByText('You have no campaigns yet')).toBeDefined()
  })
})

describe('the overview', () => {
  it('shows the leads of today and those that have waited longest, with how many there are', async () => {
    const { server } = await renderPage(<DashboardPage />, {
      path: '/dashboard',
      replies: [board(), names(), lists([aLead(1)], [aLead(2)])],
    })
    const today = within(await screen.findByRole('region', { name: 'New leads today' }))
    const waiting = within(screen.getByRole('region', { name: 'Waiting longest for a response' }))
    await today.findByRole('link', { name: 'Lead 1' })
    await waiting.findByRole('link', { name: 'Lead 2' })
    expect(today.getByText('1')).toBeDefined()
    expect(waiting.getByText('10')).toBeDefined()
    expect(waiting.getByText('3 hours')).toBeDefined()
    const asked = server.sentTo(leadRoutes.list).find(({ query }) => filtersOf(query).unanswered)
    expect(asked?.query).toMatchObject({ sort: 'date', all: 'true' })
  })

  it('leads to the same leads in the list', async () => {
    await renderPage(<DashboardPage />, {
      path: '/dashboard',
      replies: [board(), names(), lists([aLead(1)], [aLead(2)])],
    })
    const today = await screen.findByRole('link', { name: 'Show all: New leads today' })
    expect(today.getAttribute('href')).toBe(`/b/${BUSINESS_ID}/leads/all?date=today`)
    const waiting = screen.getByRole('link', { name: 'Show all: Waiting longest for a response' })
    expect(waiting.getAttribute('href')).toBe(`/b/${BUSINESS_ID}/leads/all?unanswered=true&sort=date`)
  })

  it('keeps to the campaign that was chosen', async () => {
    setCurrentCampaignId(CAMPAIGN_ID)
    const { server } = await renderPage(<DashboardPage />, {
      path: '/dashboard',
      replies: [board(), names(), lists([], [])],
    })
    await screen.findByText('No leads are waiting')
    for (const { query } of server.sentTo(leadRoutes.list)) expect(query.campaignId).toBe(CAMPAIGN_ID)
    setCurrentCampaignId(null)
  })

  it('shows a lead that arrives', async () => {
    const { server } = await renderPage(<DashboardPage />, {
      path: '/dashboard',
      replies: [board(), names(), lists([], [])],
    })
    await screen.findByText('No new leads yet today')
    server.use(lists([aLead(1)], []))
    const { _id: leadId, campaignId } = aLead(1)
    const event = { name: 'lead.created', businessId: BUSINESS_ID, campaignId, leadId }
    await happens({ kind: 'change', event })
    await waitFor(() => expect(screen.getByRole('link', { name: 'Lead 1' })).toBeDefined())
  })
})
