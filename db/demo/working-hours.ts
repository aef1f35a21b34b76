import type { Insertable } from 'kysely'
import { dayOf, plusDays, weekdayOf } from '../../contract/values/clock.ts'
import { newHours } from '../../contract/working-hours/new-hours.ts'
import { openPeriods } from '../../contract/working-hours/open-periods.ts'
import type { HolidayRule, WorkingHours } from '../../contract/working-hours/working-hours.ts'
import type { DB } from '../../server/platform/db/schema.ts'

const DAY_MS = 86_400_000
/** As far ahead as the server writes them. */
const AHEAD_DAYS = 400

const weekday = [{ from: '08:00', to: '18:30' }]
const short: HolidayRule = { rule: 'short', ranges: [{ from: '09:00', to: '14:00' }] }

/** Hours of a renovation business in Ramat Gan, closed for a day of its workers on a Tuesday soon. */
export function makeWorkingHours(businessId: string, { began, now }: { began: string; now: Date }) {
  const hours = newHours('ramat_gan')
  const soon = plusDays(dayOf(now), 14)
  const wanted: WorkingHours = {
    ...hours,
    days: [weekday, weekday, weekday, weekday, weekday, [{ from: '08:30', to: '12:30' }], []],
    holidays: { ...hours.holidays, chol_hamoed: short, memorial: short, independence: { rule: 'closed' } },
    specialDays: [{ day: plusDays(soon, 2 - weekdayOf(soon)), name: 'יום גיבוש', ranges: [] }],
  }
  const row: Insertable<DB['working_hours']> = {
    ...{ business_id: businessId, hours: JSON.stringify(wanted), version: 1 },
    written_until: new Date(now.getTime() + AHEAD_DAYS * DAY_MS).toISOString(),
  }
  return { workingHours: [row], openPeriods: periodsOf(businessId, wanted, { began, now }) }
}

/** All the time of the demo's leads, from which their working minutes are counted. */
const periodsOf = (businessId: string, hours: WorkingHours, { began, now }: { began: string; now: Date }) =>
  openPeriods(hours, new Date(began), new Date(now.getTime() + AHEAD_DAYS * DAY_MS)).map(({ from, to }) => ({
    business_id: businessId,
    opens_at: new Date(from).toISOString(),
    closes_at: new Date(to).toISOString(),
  }))
