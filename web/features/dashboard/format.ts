import type { ChartUnit } from '#contract/dashboard.ts'
import { firstOfMonth, lastOfMonth } from '#contract/values/clock.ts'
import type { DayRange } from '#contract/values/date-presets.ts'
import { currentLanguage } from '../../lib/i18n/i18n.ts'

const locales = { he: 'he-IL', en: 'en-GB' } as const
const localeOf = () => locales[currentLanguage()]
/** Calendar days have no time zone: noon UTC represents each. */
const noon = (day: string) => new Date(`${day}T12:00:00Z`)
const dayFormat = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(localeOf(), { timeZone: 'UTC', ...options })

/** 1–21 November 2026 · 1–21 בנובמבר 2026 */
export const formatDays = ({ from, to }: DayRange) =>
  dayFormat({ day: 'numeric', month: 'long', year: 'numeric' }).formatRange(noon(from), noon(to))

const numericDay: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'numeric' }
const wordDay: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' }
const shortDay = () => (currentLanguage() === 'he' ? numericDay : wordDay)

/** Label below a bar. */
export function formatTick({ from }: DayRange, unit: ChartUnit) {
  if (unit === 'year') return dayFormat({ year: 'numeric' }).format(noon(from))
  if (unit === 'month') return dayFormat({ month: 'short', year: '2-digit' }).format(noon(from))
  return dayFormat(shortDay()).format(noon(from))
}

/** Full label of a bar. */
export function formatBar({ from, to }: DayRange, unit: ChartUnit) {
  if (from === to) return dayFormat({ weekday: 'short', ...shortDay(), year: 'numeric' }).format(noon(from))
  const isWhole = from === firstOfMonth(from) && to === lastOfMonth(to)
  if (unit === 'month' && isWhole) return dayFormat({ month: 'long', year: 'numeric' }).format(noon(from))
  return dayFormat({ ...shortDay(), year: 'numeric' }).formatRange(noon(from), noon(to))
}

const units = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', Number.POSITIVE_INFINITY],
] as const

/** A duration in its largest unit: 45 sec, 6.5 min, 3 hr. */
export function formatDuration(seconds: number) {
  let amount = seconds
  for (const [unit, size] of units) {
    if (amount < size) {
      const maximumFractionDigits = amount < 10 && unit !== 'second' ? 1 : 0
      return new Intl.NumberFormat(localeOf(), {
        style: 'unit',
        unit,
        unitDisplay: 'short',
        maximumFractionDigits,
      }).format(amount)
    }
    amount /= size
  }
  return ''
}
