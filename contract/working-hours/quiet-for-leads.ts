import { dayOf, minuteAt, plusDays } from '../values/clock.ts'
import { restsOf } from './rests.ts'
import type { WorkingHours } from './working-hours.ts'

/** Minutes of the day in Israel from which, and until which, leads are left in peace. */
const NIGHT_FROM = 21 * 60
const NIGHT_TO = 8 * 60
/** After Shabbat and Yom Tov. */
const GRACE_MS = 60 * 60_000

/**
 * Whether leads are not called or written to by the system: at night, and from candle lighting until an hour after the end
 * of Shabbat and Yom Tov in the business's city, also if the business is open then.
 */
export function isQuietForLeads(hours: WorkingHours, at: Date): boolean {
  const minute = minuteAt(at)
  if (minute >= NIGHT_FROM || minute < NIGHT_TO) return true
  const restOn = restsOf({
    ...hours,
    shabbat: 'closed',
    holidays: { ...hours.holidays, yom_tov: { rule: 'closed' } },
  })
  const [day, moment] = [dayOf(at), at.getTime()]
  // A rest begins on the eve of its first day.
  return [day, plusDays(day, 1)].some((one) => {
    const rest = restOn(one)
    return rest !== undefined && rest.from <= moment && moment < rest.to + GRACE_MS
  })
}
