import { dayOf, minuteAt, minutesOf, momentOf, plusDays } from '../values/clock.ts'
import { holidaysOn } from './holidays.ts'
import { type LeadQuiet, usualQuiet } from './quiet-terms.ts'
import { restsOf } from './rests.ts'
import type { WorkingHours } from './working-hours.ts'

const MINUTE_MS = 60_000
/** Shabbat after a holiday after a night: more than this many times in a row it is never quiet. */
const STEPS_MAX = 30

/** Why leads are left in peace. `memorial`: for advertising only, Yom HaShoah, Yom HaZikaron and Tisha BeAv with their eves. */
export const quietReasons = ['night', 'shabbat', 'holiday', 'memorial'] as const
export type QuietReason = (typeof quietReasons)[number]
export type Quiet = { reason: QuietReason; until: Date }
/** The business's hours, and its own times of quiet if they differ from the usual ones. */
export type LeadTimes = { hours: WorkingHours; quiet?: LeadQuiet; isAdvertising?: boolean }

/**
 * Why leads are not written to or called by the system at a moment, and until when: at night, and from candle lighting until
 * some time after the end of Shabbat and Yom Tov in the business's city, also if the business is open then. `until` is the
 * first moment at which nothing holds any more. Undefined: they may be.
 */
export function quietForLeads(asked: LeadTimes, at: Date): Quiet | undefined {
  const first = quietAt(asked, at)
  if (!first) return undefined
  let until = first.until
  for (let step = 0; step < STEPS_MAX; step++) {
    const next = quietAt(asked, until)
    if (!next) break
    until = next.until
  }
  return { reason: first.reason, until }
}

/** The last minute up to a moment at which leads may be written to. */
export function lastBeforeQuiet(asked: LeadTimes, at: Date): Date {
  let last = at
  for (let step = 0; step < STEPS_MAX; step++) {
    const span = spanAt(asked, last)
    if (!span) break
    last = new Date(span.from - MINUTE_MS)
  }
  return last
}

export const isQuietForLeads = (hours: WorkingHours, at: Date, quiet?: LeadQuiet): boolean =>
  quietAt({ hours, ...(quiet && { quiet }) }, at) !== undefined

type Span = { reason: QuietReason; from: number; to: number }
function quietAt(asked: LeadTimes, at: Date): Quiet | undefined {
  const found = spanAt(asked, at)
  return found && { reason: found.reason, until: new Date(found.to) }
}

/** The span of quiet that holds a moment: of rest before that of a memorial day, before that of the night. */
function spanAt({ hours, quiet = usualQuiet, isAdvertising = false }: LeadTimes, at: Date): Span | undefined {
  return restAt(hours, quiet, at) ?? (isAdvertising ? memorialAt(hours, at) : undefined) ?? nightAt(quiet, at)
}

function restAt(hours: WorkingHours, { graceMinutes }: LeadQuiet, at: Date): Span | undefined {
  const restOn = restsOf({
    ...hours,
    shabbat: 'closed',
    holidays: { ...hours.holidays, yom_tov: { rule: 'closed' } },
  })
  const [day, moment] = [dayOf(at), at.getTime()]
  // A rest begins on the eve of its first day, and its grace may run into the day after it.
  for (const one of [day, plusDays(day, 1), plusDays(day, -1)]) {
    const rest = restOn(one)
    const to = rest && rest.to + graceMinutes * MINUTE_MS
    if (rest && to && rest.from <= moment && moment < to)
      return { reason: rest.holidays.length ? 'holiday' : 'shabbat', from: rest.from, to }
  }
  return undefined
}

const memorials: readonly string[] = ['yom_hashoah', 'yom_hazikaron', 'tisha_beav']
/** From the beginning of the eve's evening, 18:00, until the end of the day. */
const EVE_FROM = 18 * 60
function memorialAt({ city }: WorkingHours, at: Date): Span | undefined {
  const today = dayOf(at)
  for (const day of [today, plusDays(today, 1)]) {
    if (!holidaysOn(day, city).some((holiday) => memorials.includes(holiday))) continue
    const from = momentOf(plusDays(day, -1), EVE_FROM).getTime()
    const to = momentOf(plusDays(day, 1), 0).getTime()
    if (from <= at.getTime() && at.getTime() < to) return { reason: 'memorial', from, to }
  }
  return undefined
}

function nightAt({ from, to }: LeadQuiet, at: Date): Span | undefined {
  const [begin, end] = [minutesOf(from), minutesOf(to)]
  if (begin === end) return undefined
  const [day, minute] = [dayOf(at), minuteAt(at)]
  const span = (first: string, last: string): Span => ({
    reason: 'night',
    from: momentOf(first, begin).getTime(),
    to: momentOf(last, end).getTime(),
  })
  if (begin < end) return begin <= minute && minute < end ? span(day, day) : undefined
  if (minute >= begin) return span(day, plusDays(day, 1))
  return minute < end ? span(plusDays(day, -1), day) : undefined
}
