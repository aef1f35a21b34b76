import { plusDays, rangeOf as presetRange } from '#contract/date-presets.ts'
import type { WherePreset, WhereRule } from '#contract/lead-where.ts'

/** Days from and to, both included; one that is missing has no end on that side. */
type Days = { from?: string; to?: string }

/** The days that a condition on a date means when today is `today`. "Within 7 days" is today and the six before. */
export function rangeOf({ op, value }: Pick<WhereRule, 'op' | 'value'>, today: string): Days {
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
