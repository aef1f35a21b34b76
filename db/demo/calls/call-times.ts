import { dayOf, minuteAt, momentOf, weekdayOf } from '#contract/values/clock.ts'
import type { Random } from '../random.ts'
import { OPEN } from './numbers.ts'

const DAY = 86_400_000
const FRIDAY = 5
const SATURDAY = 6
const FRIDAYS_KEPT = 0.4
/** Weights of call times by hour: most before noon and after four. */
const byHour = { 8: 5, 9: 11, 10: 15, 11: 15, 12: 12, 13: 8, 14: 8, 15: 9, 16: 12, 17: 11, 18: 6 }
/** Calls outside working hours. */
const inEvenings = { 19: 5, 20: 6, 21: 4 }

/** A call time on that day, or on a working day soon after; in the evening if the number is closed. */
export function callingTime(random: Random, around: Date, isClosed: boolean): Date {
  let at = around
  for (;;) {
    const day = dayOf(at)
    const weekday = weekdayOf(day)
    if (weekday !== SATURDAY && (weekday !== FRIDAY || (!isClosed && random.chance(FRIDAYS_KEPT)))) {
      const drawn = Number(random.weighted(isClosed ? inEvenings : byHour))
      const hour =
        weekday === FRIDAY && drawn >= OPEN.untilOnFriday ? random.int(OPEN.from, OPEN.untilOnFriday - 1) : drawn
      return new Date(momentOf(day, hour * 60 + random.int(0, 59)).getTime() + random.int(0, 59) * 1_000)
    }
    // Spreads calls of the weekend over the following week, so that they do not all fall on Sunday.
    at = new Date(at.getTime() + random.int(1, 4) * DAY)
  }
}

/** Whether a time is within working hours. */
export function isOpen(at: Date): boolean {
  const weekday = weekdayOf(dayOf(at))
  const hour = Math.floor(minuteAt(at) / 60)
  return weekday !== SATURDAY && hour >= OPEN.from && hour < (weekday === FRIDAY ? OPEN.untilOnFriday : OPEN.until)
}
