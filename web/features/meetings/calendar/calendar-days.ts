import { beginningOf, firstOfMonth, firstOfWeek, lastOfMonth, plusDays } from '#contract/values/clock.ts'
import type { CalendarView } from './calendar-search.ts'

/** Days of the list. */
const LIST_DAYS = 30
const daysBetween = (first: string, last: string) => Math.round((Date.parse(last) - Date.parse(first)) / 86_400_000) + 1
const listOf = (first: string, count: number) => Array.from({ length: count }, (_, at) => plusDays(first, at))

/** The days that a view draws. A month is drawn in whole weeks; a list may have a last day. */
export function daysOf(view: CalendarView, day: string, to?: string): string[] {
  if (view === 'day') return [day]
  if (view === 'week') return listOf(firstOfWeek(day), 7)
  if (view === 'list') return listOf(day, to !== undefined && to >= day ? daysBetween(day, to) : LIST_DAYS)
  const first = firstOfWeek(firstOfMonth(day))
  const last = plusDays(firstOfWeek(lastOfMonth(day)), 6)
  return listOf(first, daysBetween(first, last))
}

/** A day of the next (1) or the previous (-1) stretch of the view. */
export function stepped(view: CalendarView, day: string, direction: 1 | -1): string {
  if (view === 'day') return plusDays(day, direction)
  if (view === 'week') return plusDays(day, 7 * direction)
  if (view === 'list') return plusDays(day, LIST_DAYS * direction)
  return direction === 1 ? plusDays(lastOfMonth(day), 1) : firstOfMonth(plusDays(firstOfMonth(day), -1))
}

/** From the beginning of the first day to the end of the last one. */
export const stretchOf = (days: readonly string[]) => {
  const [first = '', last = first] = [days[0], days.at(-1)]
  return { from: beginningOf(first).toISOString(), to: beginningOf(plusDays(last, 1)).toISOString() }
}
