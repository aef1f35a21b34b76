import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type DashboardHours, dashboardRoutes } from '#contract/dashboard.ts'
import { changeLanguage } from '../../../lib/i18n/i18n.ts'
import { BUSINESS_ID, CAMPAIGN_ID } from '../../../testing/fakes.ts'
import { renderPage } from '../../../testing/render.tsx'
import { reply } from '../../../testing/replies.ts'
import { HeatMap } from './heat-map.tsx'
import { hoursShown } from './hours.ts'

/** Counts by weekday and hour, 0 for all others. */
const week = (counts: Record<string, number>) =>
  Array.from({ length: 168 }, (_, i) => counts[`${Math.floor(i / 24)} ${i % 24}`] ?? 0)
const hours: DashboardHours = {
  calls: week({ '0 8': 2, '2 10': 50, '6 21': 11 }),
  missed: week({ '2 10': 4 }),
  leads: week({ '0 8': 1, '5 9': 30 }),
}
const open = (path = '/dashboard?tab=calls&preset=lastMonth', campaignId: string | null = null) =>
  renderPage(<HeatMap businessId={BUSINESS_ID} campaignId={campaignId} period={{ date: 'lastMonth' }} />, {
    path,
    replies: [reply(dashboardRoutes.hours, { success: true, hours })],
  })
const cell = (name: string) => screen.findByRole('link', { name })
const all = `/b/${BUSINESS_ID}/calls/all?date=lastMonth`

describe('the map of hours', () => {
  it('has a row for each weekday from Sunday and the hours from left to right, also in Hebrew', async () => {
    await open()
    const grid = await screen.findByRole('grid')
    expect(grid.parentElement?.getAttribute('dir')).toBe('ltr')
    expect(
      within(grid)
        .getAllByRole('rowheader')
        .map((head) => head.textContent),
    ).toEqual(['SunSunday', 'MonMonday', 'TueTuesday', 'WedWednesday', 'ThuThursday', 'FriFriday', 'SatSaturday'])
    expect(
      within(grid)
        .getAllByRole('columnheader')
        .map((head) => head.textContent),
    ).toEqual(Array.from({ length: 14 }, (_, i) => String(8 + i).padStart(2, '0')))
    expect(await screen.findByText('63 incoming calls, Israel time')).toBeTruthy()
    await changeLanguage('he')
    await waitFor(() =>
      expect(within(screen.getByRole('grid')).getAllByRole('rowheader')[0]?.textContent).toContain('ראשון'),
    )
    const sunday = within(screen.getByRole('grid')).getAllByRole('row')[0]
    expect(sunday?.lastElementChild?.getAttribute('scope'), 'the day, at the right').toBe('row')
    expect(within(screen.getByRole('grid')).getAllByRole('columnheader')[0]?.textContent).toBe('08')
  })

  it('colours the same grid by calls, missed calls or leads, and each cell opens its list', async () => {
    const { user, router } = await open()
    const busiest = await cell('Tuesday 10:00: 50 calls')
    expect(busiest.getAttribute('href')).toBe(`${all}&direction=inbound&weekday=2&hour=10`)
    expect(busiest.getAttribute('data-step')).toBe('6')
    expect((await cell('Saturday 21:00: 11 calls')).getAttribute('data-step')).toBe('1')
    expect((await cell('Sunday 09:00: 0 calls')).getAttribute('data-step')).toBe('0')
    await user.click(screen.getByRole('button', { name: 'Missed' }))
    expect((await cell('Tuesday 10:00: 4 missed calls')).getAttribute('href')).toBe(
      `${all}&missed=true&weekday=2&hour=10`,
    )
    await user.click(screen.getByRole('button', { name: 'Leads' }))
    expect((await cell('Friday 09:00: 30 leads')).getAttribute('href')).toBe(
      `/b/${BUSINESS_ID}/leads/all?date=lastMonth&weekday=5&hour=9`,
    )
    await waitFor(() => expect(router.state.location.search).toMatchObject({ hours: 'leads' }))
    expect(screen.getByText('31 leads, Israel time')).toBeTruthy()
  })

  it('is reached once by Tab, and arrow keys move in it to its edges', async () => {
    const { user } = await open()
    const first = await cell('Sunday 08:00: 2 calls')
    expect(screen.getAllByRole('link').filter((link) => link.tabIndex === 0)).toEqual([first])
    first.focus()
    await user.keyboard('{ArrowUp}{ArrowLeft}')
    expect(document.activeElement).toBe(first)
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowDown}{ArrowDown}')
    expect(document.activeElement).toBe(await cell('Tuesday 10:00: 50 calls'))
    expect(screen.getAllByRole('link').filter((link) => link.tabIndex === 0)).toHaveLength(1)
    await user.keyboard('{End}')
    expect(document.activeElement).toBe(await cell('Tuesday 21:00: 0 calls'))
    await user.keyboard('{Home}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}')
    expect(document.activeElement).toBe(await cell('Saturday 08:00: 0 calls'))
  })

  it('asks for the period and the campaign, and opens lists of the campaign', async () => {
    const { server } = await open('/dashboard?tab=calls&preset=custom&from=2026-01-01&to=2026-01-31', CAMPAIGN_ID)
    expect((await cell('Tuesday 10:00: 50 calls')).getAttribute('href')).toBe(
      `/b/${BUSINESS_ID}/c/${CAMPAIGN_ID}/calls?date=lastMonth&direction=inbound&weekday=2&hour=10`,
    )
    expect(server.sentTo(dashboardRoutes.hours)[0]?.query).toEqual({
      preset: 'custom',
      from: '2026-01-01',
      to: '2026-01-31',
      campaignId: CAMPAIGN_ID,
    })
  })

  it('shows every hour in which anything arrived', () => {
    expect(hoursShown({ calls: null, missed: null, leads: week({ '1 3': 1 }) })).toEqual(
      Array.from({ length: 18 }, (_, i) => 3 + i),
    )
  })
})
