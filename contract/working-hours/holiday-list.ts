import { plusDays } from '../values/clock.ts'
import { holidays } from './holiday-names.ts'
import { holidaysOn } from './holidays.ts'
import { openDaysOf } from './open-days.ts'
import type { Span } from './spans.ts'
import type { Holiday, Rest, WorkingHours } from './working-hours.ts'

const asPeriod = ({ from, to }: Span) => ({ from: new Date(from).toISOString(), to: new Date(to).toISOString() })

/** Holidays of a year, and the rests that begin in it, as the hours make them. */
export function holidaysOf(hours: WorkingHours, year: number): { holidays: Holiday[]; rests: Rest[] } {
  const days = openDaysOf(hours)
  const found: { holidays: Holiday[]; rests: Rest[] } = { holidays: [], rests: [] }
  for (let day = `${year}-01-01`; day <= `${year}-12-31`; day = plusDays(day, 1)) {
    const rest = days.restOn(day)
    const { open, special } = days.on(day)
    for (const holiday of holidaysOn(day, hours.city)) {
      const { kind, he, en } = holidays[holiday]
      found.holidays.push({
        day,
        holiday,
        kind,
        nameHe: he,
        nameEn: en,
        rest: rest && kind === 'yom_tov' ? asPeriod(rest) : null,
        open: open.map(asPeriod),
        correction: special ?? null,
      })
    }
    const next = days.restOn(plusDays(day, 1))
    if (next?.firstDay === plusDays(day, 1))
      found.rests.push({ ...asPeriod(next), computed: asPeriod(next.computed), holidays: next.holidays })
  }
  return found
}
