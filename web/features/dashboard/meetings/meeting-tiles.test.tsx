import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type DashboardMeetings, dashboardRoutes } from '#contract/dashboard.ts'
import { BUSINESS_ID, CAMPAIGN_ID } from '../../../testing/fakes.ts'
import { renderPage } from '../../../testing/render.tsx'
import { reply } from '../../../testing/replies.ts'
import { MeetingTiles } from './meeting-tiles.tsx'

const count = (total: number) => ({ total, previous: 1 })
const figures: DashboardMeetings = {
  days: { from: '2026-11-01', to: '2026-11-21' },
  set: count(12),
  confirmed: count(8),
  held: count(5),
  noShow: count(2),
}
const open = (meetings: DashboardMeetings | null, campaignId: string | null = null) =>
  renderPage(<MeetingTiles businessId={BUSINESS_ID} campaignId={campaignId} />, {
    path: '/dashboard?preset=thisMonth',
    replies: [reply(dashboardRoutes.meetings, { success: true, meetings })],
  })

it('each figure of meetings opens the list of their days with its filter', async () => {
  const { server } = await open(figures, CAMPAIGN_ID)
  const addressOf = async (name: string) => {
    const link = await screen.findByRole('link', { name })
    const { pathname, searchParams } = new URL(link.getAttribute('href') ?? '', 'http://here')
    expect(pathname).toBe(`/b/${BUSINESS_ID}/meetings`)
    return Object.fromEntries(searchParams)
  }
  const days = { view: 'list', of: 'all', day: '2026-11-01', to: '2026-11-21', campaign: CAMPAIGN_ID }
  expect(await addressOf('Meetings set 12')).toEqual({ ...days, status: 'Invitation Sent,Received,Meeting Confirmed' })
  expect(await addressOf('Meetings confirmed 8')).toEqual({ ...days, status: 'Meeting Confirmed' })
  expect(await addressOf('Meetings held 5')).toEqual({ ...days, outcome: 'held' })
  expect(await addressOf('No-shows 2')).toEqual({ ...days, outcome: 'no_show' })
  expect(server.sentTo(dashboardRoutes.meetings)[0]?.query).toEqual({ preset: 'thisMonth', campaignId: CAMPAIGN_ID })
})

it('shows nothing for a business without meetings', async () => {
  const { server } = await open(null)
  await expect.poll(() => server.sentTo(dashboardRoutes.meetings)).toHaveLength(1)
  expect(screen.queryByRole('list')).toBeNull()
})
