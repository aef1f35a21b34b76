import { dayOf, minuteAt, momentOf, plusDays, weekdayOf } from '../../values/clock.ts'

const MORNING = 9 * 60
const EVENING = 18 * 60
/** "This evening" is offered until one hour before the evening begins. */
const EVENING_OFFERED_UNTIL = EVENING - 60
const HOUR_MS = 3_600_000
/** Sunday to Thursday. */
const isWorkday = (day: string) => weekdayOf(day) < 5

export const momentKinds = ['hour', 'evening', 'tomorrow', 'workday'] as const
export type MomentKind = (typeof momentKinds)[number]
export type Moment = { kind: MomentKind; at: Date }

/** The times offered for a follow-up, in order; the next working day only if it is not tomorrow. */
export function momentsFrom(now: Date): Moment[] {
  const today = dayOf(now)
  const tomorrow = plusDays(today, 1)
  let workday = tomorrow
  while (!isWorkday(workday)) workday = plusDays(workday, 1)
  const inAnHour = new Date(Math.ceil((now.getTime() + HOUR_MS) / 60_000) * 60_000)
  return [
    { kind: 'hour', at: inAnHour },
    ...(minuteAt(now) < EVENING_OFFERED_UNTIL ? [{ kind: 'evening' as const, at: momentOf(today, EVENING) }] : []),
    { kind: 'tomorrow', at: momentOf(tomorrow, MORNING) },
    ...(workday === tomorrow ? [] : [{ kind: 'workday' as const, at: momentOf(workday, MORNING) }]),
  ]
}
