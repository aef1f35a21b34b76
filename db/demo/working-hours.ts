import type { Insertable } from 'kysely'
import { dayOf, plusDays, weekdayOf } from '../../contract/values/clock.ts'
import { newHours } from '../../contract/working-hours/new-hours.ts'
import type { HolidayRule, WorkingHours } from '../../contract/working-hours/working-hours.ts'
import type { DB } from '../../server/platform/db/schema.ts'

const weekday = [{ from: '08:00', to: '18:30' }]
const short: HolidayRule = { rule: 'short', ranges: [{ from: '09:00', to: '14:00' }] }

/** Hours of a renovation business in Ramat Gan, closed for a day of its workers on a Tuesday soon. */
export function makeWorkingHours(businessId: string, now: Date): Insertable<DB['working_hours']> {
  const hours = newHours('ramat_gan')
  const soon = plusDays(dayOf(now), 14)
  const wanted: WorkingHours = {
    ...hours,
    days: [weekday, weekday, weekday, weekday, weekday, [{ from: '08:30', to: '12:30' }], []],
    holidays: { ...hours.holidays, chol_hamoed: short, memorial: short, independence: { rule: 'closed' } },
    specialDays: [{ day: plusDays(soon, 2 - weekdayOf(soon)), name: 'יום גיבוש', ranges: [] }],
  }
  return { business_id: businessId, hours: JSON.stringify(wanted), version: 1 }
}
