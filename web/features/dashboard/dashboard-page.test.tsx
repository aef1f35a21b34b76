import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { type Lead, leadRoutes } from '#contract/leads.ts'
import { setCurrentCampaignId } from '../../lib/current.ts'
import { BUSINESS_ID, CAMPAIGN_ID } from '../../testing/fakes.ts'
import { renderPage } from '../../testing/render.tsx'
import { reply } from '../../testing/replies.ts'
import { DashboardPage } from './dashboard-page.tsx'

type Hear = (message: unknown) => void
const live = vi.hoisted(() => ({ hear: (() => undefined) as Hear }))
vi.mock('../../lib/live.ts', () => ({
  useLive: (listener: Hear) => {
    live.hear = listener
  },
}))

const aLead = (number: number): Lead => ({
  _id: `018f0000-0000-7000-8000-${String(1000 + number).padStart(12, '0')}`,
  name: `Lead ${number}`,
  phone: '+972527311184',
  email: null,
  campaignId: CAMPAIGN_ID,
  campaignName: 'מטבחים – Google',
  statusId: CAMPAIGN_ID,
  status: 'New',
  source: 'google_ads',
  date: new Date(Date.now() - 3 * 3_600_000).toISOString(),
  assignedTo: null,
  value: null,
  tags: [],
  utm: {},
  lastActivityAt: '2026-11-20T08:00:00.000Z',
  firstResponseAt: null,
  isDuplicate: false,
  isRead: false,
  deletedAt: null,
})
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

describe('the overview', () => {
  it('shows the leads of today and those that have waited longest, with how many there are', async () => {
    const { server } = await renderPage(<DashboardPage />, {
      path: '/dashboard',
      replies: [lists([aLead(1)], [aLead(2)])],
    })
    const today = within(await screen.findByRole('region', { name: 'New leads today' }))
    const waiting = within(screen.getByRole('region', { name: 'Waiting longest for an answer' }))
    await today.findByRole('link', { name: 'Lead 1' })
    await waiting.findByRole('link', { name: 'Lead 2' })
    expect(today.getByText('1')).toBeDefined()
    expect(waiting.getByText('10')).toBeDefined()
    expect(waiting.getByText('3 hours')).toBeDefined()
    const asked = server.sentTo(leadRoutes.list).find(({ query }) => filtersOf(query).unanswered)
    expect(asked?.query).toMatchObject({ sort: 'date', all: 'true' })
  })

  it('leads to the same leads in the list', async () => {
    await renderPage(<DashboardPage />, { path: '/dashboard', replies: [lists([aLead(1)], [aLead(2)])] })
    const today = await screen.findByRole('link', { name: 'Show all: New leads today' })
    expect(today.getAttribute('href')).toBe(`/b/${BUSINESS_ID}/leads/all?date=today`)
    const waiting = screen.getByRole('link', { name: 'Show all: Waiting longest for an answer' })
    expect(waiting.getAttribute('href')).toBe(`/b/${BUSINESS_ID}/leads/all?unanswered=true&sort=date`)
  })

  it('keeps to the campaign that was chosen', async () => {
    setCurrentCampaignId(CAMPAIGN_ID)
    const { server } = await renderPage(<DashboardPage />, { path: '/dashboard', replies: [lists([], [])] })
    await screen.findByText('Everyone has been answered')
    for (const { query } of server.sentTo(leadRoutes.list)) expect(query.campaignId).toBe(CAMPAIGN_ID)
    setCurrentCampaignId(null)
  })

  it('shows a lead that arrives', async () => {
    const { server } = await renderPage(<DashboardPage />, { path: '/dashboard', replies: [lists([], [])] })
    await screen.findByText('No new leads yet today')
    server.use(lists([aLead(1)], []))
    const { _id: leadId, campaignId } = aLead(1)
    const event = { name: 'lead.created', businessId: BUSINESS_ID, campaignId, leadId }
    await act(async () => live.hear({ kind: 'change', event }))
    await waitFor(() => expect(screen.getByRole('link', { name: 'Lead 1' })).toBeDefined())
  })
})
