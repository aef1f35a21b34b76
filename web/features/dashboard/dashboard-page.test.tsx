import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { campaignRoutes } from '#contract/campaigns.ts'
import { type Dashboard, dashboardRoutes } from '#contract/dashboard.ts'
import { assignmentRoutes } from '#contract/leads/assignment/assignment.ts'
import { type Lead, leadRoutes } from '#contract/leads/leads.ts'
import { setCurrentCampaignId } from '../../lib/session/current-business.ts'
import { aDashboard } from '../../testing/dashboard-fakes.ts'
import { aSession, BUSINESS_ID, CAMPAIGN_ID, USER_ID } from '../../testing/fakes.ts'
import { aLead as anyLead, idOf, NOAM } from '../../testing/lead-fakes.ts'
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

  const inTab = (tab: string) => renderPage(<DashboardPage />, { path: `/dashboard?tab=${tab}`, replies: around })
  it.each([
    ['New leads 1,284', '?date=thisMonth'],
    ['Deals won 12', '?date=thisMonth&statusType=Won'],
    ['Conversion 9.7%', '?date=thisMonth&statusType=Won'],
    ['Sales ₪1.86M', '?date=thisMonth&statusType=Won'],
    ['Median response 6.7 mins', '?date=thisMonth&response=5m,15m,1h,4h,1d,later'],
    ['Not answered yet 9', '?date=thisMonth&response=none'],
    ['radio, morning 7', '?date=thisMonth&source=radio%252C%2520morning', 'sources'],
    ['New 5', '?date=thisMonth&status=018f0000-0000-7000-8000-000000000201'],
    ['Under 5 minutes 2', '?date=thisMonth&response=5m', 'team'],
    [/^Sun, 1 Nov 2026: leads 7, previous period 5$/, '?from=2026-11-01&to=2026-11-01'],
  ] as [string | RegExp, string, string?][])('%s leads to its leads', async (name, search, tab = 'general') => {
    await inTab(tab)
    expect((await linkOf(name)).getAttribute('href')).toBe(`/b/${BUSINESS_ID}/leads/all${search}`)
  })

  it('of a campaign lead to that campaign', async () => {
    await inTab('sources')
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

describe('the tabs of the overview', () => {
  const calls = { total: 4, previous: 2 }
  const measure = { value: 0.5, previous: null }
  const someCalls: Dashboard['calls'] = {
    ...{
      hasCalls: true,
      total: calls,
      answered: calls,
      answeredShare: measure,
      missed: { total: 0, previous: 0 },
      averageWait: measure,
    },
    statuses: [{ status: 'Answered', ...calls }],
    campaigns: [],
    people: [
      {
        user: { _id: USER_ID, name: 'Noam', image: null },
        answered: calls,
        missed: { total: 0, previous: 0 },
        rate: measure,
      },
    ],
  }
  const noResponses = { answered: 0, inTime: 0, tooLate: 0, notYet: 0, median: null }
  const some = { answered: 8, inTime: 6, tooLate: 4, notYet: 1, median: 18.4 }
  const responses = reply(assignmentRoutes.figures, {
    success: true,
    late: 3,
    all: { ...some, tooLate: 5 },
    people: [{ user: NOAM, ...some, notYet: 0 }],
    campaigns: [
      { campaignId: CAMPAIGN_ID, name: 'Kitchens', target: 30, late: 3, ...some },
      { campaignId: idOf(301), name: 'Flats', target: null, late: 0, ...noResponses },
      { campaignId: idOf(302), name: 'Baths', target: 10, late: 0, ...noResponses },
    ],
  })
  const none = Array.from({ length: 168 }, () => 0)
  const hours = reply(dashboardRoutes.hours, { success: true, hours: { calls: none, missed: none, leads: none } })
  const returns = reply(dashboardRoutes.returns, {
    success: true,
    returns: {
      returned: { total: 13, previous: 9 },
      notReturned: { total: 6, previous: 8 },
      medianMinutes: { value: 12, previous: 20 },
    },
  })
  const people = reply(campaignRoutes.people, {
    success: true,
    people: [NOAM, { ...NOAM, _id: idOf(9), name: 'Dana' }],
  })
  const all = [names(), people, lists([], []), board({ calls: someCalls }), responses, hours, returns]
  const titles = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

  it('each show their part of the figures, keep the period, and load the lists of leads for the first alone', async () => {
    const page = await renderPage(<DashboardPage />, { path: '/dashboard?tab=team&preset=lastWeek', replies: all })
    const open = async (name: string) => page.user.click(await screen.findByRole('link', { name }))
    await waitFor(() =>
      expect(titles()).toEqual([
        'First response',
        'First response by campaign',
        'First response by person',
        'Answers by person',
      ]),
    )
    await open('Sources and campaigns')
    await waitFor(() => expect(titles()).toEqual(['By source', 'By campaign']))
    expect(page.router.state.location.href).toBe('/dashboard?tab=sources&preset=lastWeek')
    await open('Calls')
    await waitFor(() => expect(titles()).toEqual(['When calls and leads arrive', 'Calls by status']))
    await linkOf('Calls 4')
    expect(page.server.sentTo(leadRoutes.list)).toHaveLength(0)
    await open('General')
    await linkOf('New leads 1,284')
    expect(page.router.state.location.href).toBe('/dashboard?preset=lastWeek')
    await waitFor(() => expect(page.server.sentTo(leadRoutes.list)).toHaveLength(2))
    expect(screen.queryByText('By source')).toBeNull()
    expect(page.server.sentTo(dashboardRoutes.get).map(({ query }) => query.preset)).not.toContain('thisMonth')
  })

  it('what became of missed calls, each figure with its list', async () => {
    await renderPage(<DashboardPage />, { path: '/dashboard?tab=calls&preset=lastWeek', replies: all })
    const tiles = await screen.findByRole('list', { name: 'Missed and returned' })
    const links = within(tiles).getAllByRole('link')
    const calls = `/b/${BUSINESS_ID}/calls/all`
    expect(links.map((one) => [one.textContent, one.getAttribute('href')?.split('?')[0]])).toEqual([
      ['Returned 13', calls],
      ['Share returned 68.4%', calls],
      ['Not returned yet 6', calls],
      ['Median call-back 12 mins', calls],
    ])
    expect(links.map((one) => new URLSearchParams(one.getAttribute('href')?.split('?')[1]).toString())).toEqual([
      'date=lastWeek&returned=true',
      'date=lastWeek&returned=true',
      'date=lastWeek&notReturned=true',
      'date=lastWeek&returned=true',
    ])
  })

  it('the first response against the target by campaign and by person, each figure with the list of as many leads', async () => {
    const page = await renderPage(<DashboardPage />, { path: '/dashboard?tab=team&preset=lastWeek', replies: all })
    const textOf = ({ textContent }: HTMLElement) => textContent
    const part = within(await screen.findByRole('region', { name: 'First response by campaign' }))
    await part.findByRole('rowheader', { name: /Kitchens/ })
    const heads = part.getAllByRole('rowheader').map(textOf)
    // A campaign with neither a target nor leads is not listed.
    expect(heads).toEqual([
      'All campaigns3 are late now',
      'KitchensTarget 30 mins3 are late now',
      'BathsTarget 10 mins',
    ])
    expect(part.getAllByRole('columnheader').map(textOf)).toEqual([
      'Campaign',
      'In time',
      'Late',
      'Unanswered',
      'Median',
    ])
    expect(part.getAllByRole('cell').map(textOf)).toEqual([
      ...['6', '5', '1', '18 mins'],
      ...['6', '4', '1', '18 mins'],
      ...['0', '0', '0', '–'],
    ])
    const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    const ofCampaign = `/b/${BUSINESS_ID}/c/${CAMPAIGN_ID}/leads?date=lastWeek&responseTarget=`
    expect(hrefOf('Kitchens, In time: 6')).toBe(`${ofCampaign}inTime`)
    expect(hrefOf('Kitchens, Late: 4')).toBe(`${ofCampaign}tooLate`)
    expect(hrefOf('Kitchens, Unanswered: 1')).toBe(`${ofCampaign}notYet`)
    expect(hrefOf('Kitchens, Median: 18 mins')).toBe(`${ofCampaign}answered`)
    const ofAll = `/b/${BUSINESS_ID}/leads/all?date=lastWeek`
    expect(hrefOf('All campaigns, Late: 5')).toBe(`${ofAll}&responseTarget=tooLate`)
    expect(hrefOf(`${NOAM.name}, Late: 4`)).toBe(`${ofAll}&assigned=${NOAM._id}&responseTarget=tooLate`)
    const [late, ofKitchens] = part
      .getAllByRole('link', { name: '3 are late now' })
      .map((one) => one.getAttribute('href'))
    expect(late).toContain('/leads/all?late=true&sort=responseDue')
    expect(ofKitchens).toContain(`/c/${CAMPAIGN_ID}/leads?late=true&sort=responseDue`)
    const [asked] = page.server.sentTo(assignmentRoutes.figures)
    expect(Object.keys(asked?.query ?? {}).sort()).toEqual(['from', 'to'])
  })

  it('limit the calls to those that rang for one person, in every figure and its list', async () => {
    const { server, user, router } = await renderPage(<DashboardPage />, {
      path: '/dashboard?tab=calls&preset=lastWeek&hours=leads',
      replies: all,
    })
    await linkOf('Calls 4')
    await user.click(await screen.findByRole('combobox', { name: 'Calls that rang for' }))
    await user.click(await screen.findByRole('option', { name: NOAM.name }))
    await waitFor(() => expect(router.state.location.search).toMatchObject({ rang: NOAM._id, preset: 'lastWeek' }))
    await waitFor(() => expect(server.sentTo(dashboardRoutes.get).at(-1)?.query.rang).toBe(NOAM._id))
    for (const route of [dashboardRoutes.hours, dashboardRoutes.returns])
      await waitFor(() => expect(server.sentTo(route).at(-1)?.query.rang).toBe(NOAM._id))
    const ofCalls = `/b/${BUSINESS_ID}/calls/all?date=lastWeek&rang=${NOAM._id}`
    expect((await linkOf('Calls 4')).getAttribute('href')).toBe(`${ofCalls}&direction=inbound`)
    expect((await linkOf(/^Answer rate/)).getAttribute('href')).toBe(
      `${ofCalls}&direction=inbound&status=Answered&answeredBy=${NOAM._id}`,
    )
    expect((await linkOf('Returned 13')).getAttribute('href')).toBe(`${ofCalls}&returned=true`)
    // Leads ring at no person's phones.
    expect(screen.queryByRole('button', { name: 'Leads' })).toBeNull()
    await user.click(screen.getByRole('link', { name: 'Team' }))
    await screen.findByRole('region', { name: 'First response by person' })
    await waitFor(() => expect(server.sentTo(dashboardRoutes.get).at(-1)?.query.rang).toBeUndefined())
  })

  it('keep the period that is chosen in one of them, and the tab', async () => {
    const page = await renderPage(<DashboardPage />, { path: '/dashboard?tab=sources', replies: all })
    await page.user.click(await screen.findByRole('button', { name: 'Today' }))
    await waitFor(() => expect(page.router.state.location.href).toBe('/dashboard?tab=sources&preset=today'))
  })

  it('hide the calls from who may not hear them, also by the address', async () => {
    await renderPage(<DashboardPage />, {
      path: '/dashboard?tab=calls',
      replies: around,
      session: aSession({ role: 'Writer' }),
    })
    await linkOf('New leads 1,284')
    const tabs = within(screen.getByRole('navigation', { name: 'Overview' })).getAllByRole('link')
    expect(tabs.map(({ textContent }) => textContent)).toEqual(['General', 'Sources and campaigns', 'Team'])
  })

  it('say so where there are no calls yet', async () => {
    await renderPage(<DashboardPage />, {
      path: '/dashboard?tab=calls',
      replies: [...around, board({ calls: { ...someCalls, hasCalls: false } })],
    })
    await screen.findByText('No calls yet')
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
