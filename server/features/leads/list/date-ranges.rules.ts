import type { WherePreset, WhereRule } from '#contract/leads/lead-where.ts'
import { plusDays } from '#contract/values/clock.ts'
import { rangeOf as presetRange } from '#contract/values/date-presets.ts'

/** First and last day, inclusive; undefined means unbounded. */
type DayRange = { from?: string; to?: string }

/** The days that a date condition selects. "Within 7 days" is today and the six days before. */
export function rangeOf({ op, value }: Pick<WhereRule, 'op' | 'value'>, today: string): DayRange {
  const day = String(value)
  switch (op) {
    case 'on':
      return { from: day, to: day }
    case 'before':
      return { to: plusDays(day, -1) }
    case 'after':
      return { from: plusDays(day, 1) }
    case 'between': {
      const [from, to] = value as [string, string]
      return { from, to }
    }
    case 'withinDays':
      return { from: plusDays(today, 1 - Number(value)) }
    case 'olderThanDays':
      return { to: plusDays(today, -Number(value)) }
    default:
      return value === 'allTime' ? {} : presetRange(value as Exclude<WherePreset, 'allTime'>, today)
  }
}
