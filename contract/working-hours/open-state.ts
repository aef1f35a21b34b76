import { dayOf, plusDays } from '../values/clock.ts'
import { type OpenDays, openDaysOf } from './open-days.ts'
import { changeAfter } from './open-periods.ts'
import { lightingOn, type RestOfDays, restingYomTov } from './rests.ts'
import type { Span } from './spans.ts'
import type { OpenReason, OpenState, WorkingHours } from './working-hours.ts'

const holds = ({ from, to }: Span, at: number) => from <= at && at < to
const asTime = (at: number) => new Date(at).toISOString()

/** Whether it is open at a moment, why, and when that changes. */
export function openStateAt(hours: WorkingHours, at: Date): OpenState {
  const days = openDaysOf(hours)
  const moment = at.getTime()
  const { isOpen, nextChange } = changeAfter(days, moment)
  const day = dayOf(at)
  const rest = [day, plusDays(day, 1)].map(days.restOn).find((one) => one && holds(one, moment))
  return {
    at: at.toISOString(),
    isOpen,
    reason: isOpen ? whyOpen(days, day, moment) : whyClosed(days, { day, rest, moment, hours }),
    rest: rest ? { from: asTime(rest.from), to: asTime(rest.to) } : null,
    nextChange: nextChange === null ? null : asTime(nextChange),
  }
}

const BY_HOURS: OpenReason = { kind: 'hours' }
const asReason = ({ special, holiday }: ReturnType<OpenDays['on']>): OpenReason => {
  if (special) return { kind: 'special_day', day: special.day, name: special.name }
  return holiday ? { kind: 'holiday', holiday } : BY_HOURS
}

function whyOpen(days: OpenDays, day: string, moment: number): OpenReason {
  const [today, yesterday] = [days.on(day), days.on(plusDays(day, -1))]
  return asReason(today.open.some((span) => holds(span, moment)) ? today : yesterday)
}

type Closed = { day: string; rest: RestOfDays | undefined; moment: number; hours: WorkingHours }
function whyClosed(days: OpenDays, closed: Closed): OpenReason {
  const { day, rest, moment } = closed
  const [today, yesterday] = [days.on(day), days.on(plusDays(day, -1))]
  if (today.special) return asReason(today)
  if (rest) return whyRest(rest, closed)
  if (today.isClosedByHoliday) return asReason(today)
  // A holiday is the reason only if it would be open without it.
  const owner = [today, yesterday].find(({ usual }) => usual.some((span) => holds(span, moment)))
  return owner ? asReason(owner) : BY_HOURS
}

/** The day of a rest, which began the evening before: Shabbat or a holiday. */
function whyRest({ firstDay, lastDay }: RestOfDays, { day, moment, hours }: Closed): OpenReason {
  const isEvening = day < firstDay || (day < lastDay && moment >= lightingOn(hours, day))
  const holiday = restingYomTov(hours, isEvening ? plusDays(day, 1) : day)
  return holiday ? { kind: 'holiday', holiday } : { kind: 'shabbat' }
}
