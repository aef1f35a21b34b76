import { dayOf, plusDays } from '../values/clock.ts'
import { type OpenDays, openDaysOf } from './open-days.ts'
import { joined, type Span } from './spans.ts'
import { NEXT_CHANGE_DAYS, type WorkingHours } from './working-hours.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Most changes are found in the first. */
const SEARCHED_DAYS = [8, 40, NEXT_CHANGE_DAYS]

export function periodsBetween(days: OpenDays, from: number, to: number): Span[] {
  const spans: Span[] = []
  // Hours of a day may run into the next.
  for (let day = plusDays(dayOf(new Date(from)), -1); day <= dayOf(new Date(to)); day = plusDays(day, 1))
    spans.push(...days.on(day).open)
  return joined(spans)
    .map((span) => ({ from: Math.max(span.from, from), to: Math.min(span.to, to) }))
    .filter((span) => span.from < span.to)
}

/** When it is open between two moments, in order. */
export const openPeriods = (hours: WorkingHours, from: Date, to: Date): Span[] =>
  periodsBetween(openDaysOf(hours), from.getTime(), to.getTime())

/** Whether it is open at a moment, and the moment, in ms, at which that changes; null: not within NEXT_CHANGE_DAYS days. */
export function changeAfter(days: OpenDays, at: number): { isOpen: boolean; nextChange: number | null } {
  let isOpen = false
  for (const searched of SEARCHED_DAYS) {
    const end = at + searched * DAY_MS
    const [first] = periodsBetween(days, at, end)
    isOpen = first?.from === at
    const nextChange = isOpen ? first?.to : first?.from
    if (nextChange !== undefined && nextChange < end) return { isOpen, nextChange }
  }
  return { isOpen, nextChange: null }
}

export const isOpen = (hours: WorkingHours, at: Date) => changeAfter(openDaysOf(hours), at.getTime()).isOpen

/** The next moment at which it opens or closes; null: not within NEXT_CHANGE_DAYS days. */
export function nextChange(hours: WorkingHours, at: Date): Date | null {
  const change = changeAfter(openDaysOf(hours), at.getTime()).nextChange
  return change === null ? null : new Date(change)
}

/** The first moment from a given one on at which it is open; null: none within NEXT_CHANGE_DAYS days. */
export const nextOpening = (hours: WorkingHours, at: Date): Date | null =>
  isOpen(hours, at) ? at : nextChange(hours, at)

/** Minutes between two moments during which it is open, with their fraction. */
export const workingMinutes = (hours: WorkingHours, from: Date, to: Date): number =>
  openPeriods(hours, from, to).reduce((sum, span) => sum + span.to - span.from, 0) / MINUTE_MS
