import { TIME_ZONE } from '#contract/constants.ts'
import { dayOf } from '../../lib/i18n/format.ts'

const clock = new Intl.DateTimeFormat('en-GB', { timeZone: TIME_ZONE, hour: '2-digit', minute: '2-digit' })

/** The end of a calendar day in Israel, in standard or daylight saving time. */
export function lastMomentOf(day: string): string {
  const summer = new Date(`${day}T23:59:59+03:00`)
  const isSummer = dayOf(summer) === day && clock.format(summer) === '23:59'
  return (isSummer ? summer : new Date(`${day}T23:59:59+02:00`)).toISOString()
}
