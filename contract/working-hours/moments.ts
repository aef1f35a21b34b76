import { beginningOf, momentOf, plusDays } from '../values/clock.ts'
import { DAY_MINUTES, type OpenRange, spanOf } from './ranges.ts'
import type { Span } from './spans.ts'

const MINUTE_MS = 60_000

const midnights = new Map<string, number>()
/** Days that are kept: of a list of ten years, and more. */
const DAYS_KEPT = 10_000

/** The moment, in ms, at which a day begins in Israel. */
export function midnightOf(day: string): number {
  const kept = midnights.get(day)
  if (kept !== undefined) return kept
  const found = beginningOf(day).getTime()
  if (midnights.size >= DAYS_KEPT) midnights.clear()
  midnights.set(day, found)
  return found
}

/** The moment, in ms, of a minute counted from the beginning of a day; it may lie on the next. */
function momentIn(day: string, minute: number): number {
  const date = plusDays(day, Math.floor(minute / DAY_MINUTES))
  const rest = minute % DAY_MINUTES
  const [start, end] = [midnightOf(date), midnightOf(plusDays(date, 1))]
  const isOrdinary = end - start === DAY_MINUTES * MINUTE_MS
  return isOrdinary ? start + rest * MINUTE_MS : momentOf(date, rest).getTime()
}

export const dayAsSpan = (day: string): Span => ({ from: midnightOf(day), to: midnightOf(plusDays(day, 1)) })
/** Ranges as minutes of their day. */
export const minutesIn = (ranges: readonly OpenRange[]): Span[] =>
  ranges.map(spanOf).map(([from, to]) => ({ from, to }))
/** Minutes of a day as moments. */
export const momentsOn = (day: string, minutes: readonly Span[]): Span[] =>
  minutes.map(({ from, to }) => ({ from: momentIn(day, from), to: momentIn(day, to) }))
