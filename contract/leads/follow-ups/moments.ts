import { dayOf, minuteAt, momentOf, plusDays, weekdayOf } from '../../values/clock.ts'

const MORNING = 9 * 60
const EVENING = 18 * 60
/** "This evening" is offered until one hour before the evening begins. */
const EVENING_OFFERED_UNTIL = EVENING - 60
const HOUR_MS = 3_600_000

export const momentKinds = ['hour', 'evening', 'tomorrow', 'workday'] as const
export type MomentKind = (typeof momentKinds)[number]
export type Moment = { kind: MomentKind; at: Date }

/** Tomorrow at nine. */
export const tomorrowMorning = (now: Date) => momentOf(plusDays(dayOf(now), 1), MORNING)

/**
 * The times offered for a follow-up, in order. The next working day is that of `openFrom`, the first moment from tomorrow at
 * nine on at which the business is open, and is offered only if it is not tomorrow at nine. Without `openFrom`, the
 * working days are Sunday to Thursday.
 */
export function momentsFrom(now: Date, openFrom: Date = firstWeekday(now)): Moment[] {
  const today = dayOf(now)
  const tomorrow = tomorrowMorning(now)
  const morning = momentOf(dayOf(openFrom), MORNING)
  const workday = openFrom > morning ? openFrom : morning
  const inAnHour = new Date(Math.ceil((now.getTime() + HOUR_MS) / 60_000) * 60_000)
  return [
    { kind: 'hour', at: inAnHour },
    ...(minuteAt(now) < EVENING_OFFERED_UNTIL ? [{ kind: 'evening' as const, at: momentOf(today, EVENING) }] : []),
    { kind: 'tomorrow', at: tomorrow },
    ...(workday.getTime() === tomorrow.getTime() ? [] : [{ kind: 'workday' as const, at: workday }]),
  ]
}

/** The morning of the next day from Sunday to Thursday. */
function firstWeekday(now: Date) {
  let day = plusDays(dayOf(now), 1)
  while (weekdayOf(day) > 4) day = plusDays(day, 1)
  return momentOf(day, MORNING)
}
