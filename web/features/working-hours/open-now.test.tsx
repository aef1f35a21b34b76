import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { newHours } from '#contract/working-hours/new-hours.ts'
import type { WorkingHours } from '#contract/working-hours/working-hours.ts'
import { renderPage } from '../../testing/render.tsx'
import { OpenNow } from './open-now.tsx'

afterEach(() => void vi.useRealTimers())

const NIGHT = [{ from: '22:00', to: '04:00' }]
const ALWAYS = [{ from: '00:00', to: '00:00' }]
const standard = newHours('jerusalem')
const hoursWith = (changes: Partial<WorkingHours>): WorkingHours => ({ ...standard, ...changes })
const each = (ranges: WorkingHours['days'][number]) => Array.from({ length: 7 }, () => ranges)
/** By night, whatever day it is. */
const nights = hoursWith({
  days: each(NIGHT),
  shabbat: 'open',
  holidays: { ...standard.holidays, yom_tov: { rule: 'open' }, yom_tov_eve: { rule: 'open' } },
})
const textAt = async (moment: string, hours: WorkingHours, language: 'en' | 'he' = 'en') => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(moment) })
  const { unmount } = await renderPage(<OpenNow hours={hours} />, { language })
  const text = (await screen.findByRole('status')).textContent?.trim()
  unmount()
  return text
}

// Sunset in Jerusalem on Friday 27 November 2026 is at 16:36. Rest ends on Saturday at 17:13, by published calendars.
const onSaturdayNight = hoursWith({ days: [...standard.days.slice(0, 6), [{ from: '10:00', to: '23:00' }]] })
it.each([
  ['Tuesday noon', '2026-11-24T10:00:00Z', 'Open now, until 18:00', 'פתוח עכשיו, עד 18:00'],
  ['the evening', '2026-11-24T17:00:00Z', 'Closed until Wed 08:00', 'סגור עד יום ד׳ 08:00'],
  ['Friday evening', '2026-11-27T16:00:00Z', 'Closed until Sun 08:00 Shabbat', 'סגור עד יום א׳ 08:00 שבת'],
  ['Yom Kippur', '2026-09-21T09:00:00Z', 'Closed until Tue 08:00 Yom Kippur', 'סגור עד יום ג׳ 08:00 יום כיפור'],
])('says what is true on %s', async (_name, moment, english, hebrew) => {
  expect(await textAt(moment, standard)).toBe(english)
  expect(await textAt(moment, standard, 'he')).toBe(hebrew)
})

it('opens on Saturday evening when Shabbat has ended, which has its own name in Hebrew', async () => {
  expect(await textAt('2026-11-27T16:00:00Z', onSaturdayNight)).toMatch(/^Closed until Sat 17:1[0-9] Shabbat$/)
  expect(await textAt('2026-11-27T16:00:00Z', onSaturdayNight, 'he')).toMatch(/^סגור עד מוצ״ש 17:1[0-9] שבת$/)
  // The business does not close on Shabbat: the day has its plain name.
  const open = { ...onSaturdayNight, shabbat: 'open' as const }
  expect(await textAt('2026-11-27T18:00:00Z', open, 'he')).toBe('סגור עד שבת 10:00')
})

it('counts the hour that is skipped in spring and the one that comes twice in autumn', async () => {
  // 27 March 2026: 02:00 becomes 03:00, so 04:00 is 01:00 UTC. A minute later it is closed until the evening.
  expect(await textAt('2026-03-26T23:59:00Z', nights)).toBe('Open now, until 04:00')
  expect(await textAt('2026-03-27T00:59:00Z', nights)).toBe('Open now, until 04:00')
  expect(await textAt('2026-03-27T01:00:00Z', nights)).toBe('Closed until 22:00')
  // 25 October 2026: 02:00 becomes 01:00, so 04:00 is 02:00 UTC.
  expect(await textAt('2026-10-25T01:59:00Z', nights)).toBe('Open now, until 04:00')
  expect(await textAt('2026-10-25T02:00:00Z', nights)).toBe('Closed until 22:00')
})

it('names a special day, midnight, and hours without end', async () => {
  const special = [{ day: '2026-11-24', name: 'Stocktaking', ranges: [] }]
  expect(await textAt('2026-11-24T10:00:00Z', hoursWith({ specialDays: special }))).toBe(
    'Closed until Wed 08:00 Stocktaking',
  )
  const late = hoursWith({ days: each([{ from: '08:00', to: '00:00' }]) })
  expect(await textAt('2026-11-24T10:00:00Z', late)).toBe('Open now, until midnight')
  expect(await textAt('2026-11-24T10:00:00Z', hoursWith({ ...nights, days: each(ALWAYS) }))).toBe('Always open')
  expect(await textAt('2026-11-24T10:00:00Z', hoursWith({ days: each([]) }))).toBe(
    'Closed. There are no opening hours in the coming year',
  )
})

it('changes when the minute comes', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-24T15:59:30Z') })
  await renderPage(<OpenNow hours={standard} />)
  expect(screen.getByRole('status').textContent).toContain('Open now, until 18:00')
  await vi.advanceTimersByTimeAsync(31_000)
  expect(screen.getByRole('status').textContent).toContain('Closed until Wed 08:00')
})
