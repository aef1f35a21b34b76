import type { BookingSettings } from '#contract/leads/meetings/booking/booking-pages.ts'
import type { BookingDay } from '#contract/leads/meetings/booking/guest-booking.ts'
import { dayOf, plusDays } from '#contract/values/clock.ts'
import { dayAsSpan } from '#contract/working-hours/moments.ts'
import { openDaysOf } from '#contract/working-hours/open-days.ts'
import { periodsBetween } from '#contract/working-hours/open-periods.ts'
import { restingYomTov } from '#contract/working-hours/rests.ts'
import { common, joined, type Span, without } from '#contract/working-hours/spans.ts'
import type { WorkingHours } from '#contract/working-hours/working-hours.ts'

const MINUTE_MS = 60_000

/** A person who takes meetings. */
export type Bookable = {
  userId: string
  /** On shift. */
  on: readonly Span[]
  /** Not free: meetings, and what other calendars hold. */
  busy: readonly Span[]
  /** How many meetings they have, by day. */
  meetings: ReadonlyMap<string, number>
}
export type Looking = {
  settings: Pick<BookingSettings, 'step' | 'before' | 'after' | 'notice' | 'daysAhead' | 'perDay'>
  hours: WorkingHours
  people: readonly Bookable[]
  minutes: number
  /** Days in Israel, both included. */
  from: string
  to: string
  now: Date
}

export const lastDayOf = ({ daysAhead }: Pick<BookingSettings, 'daysAhead'>, now: Date) =>
  plusDays(dayOf(now), daysAhead)

/** The times, in order, at which a meeting of this length is possible, with the people who are free. */
export function freeTimes(looking: Looking): Map<number, string[]> {
  const { settings, hours, people, minutes, now } = looking
  const { step, before, after, perDay } = settings
  const window = windowOf(looking)
  const open = periodsBetween(openDaysOf(hours), window.from, window.to)
  const length = minutes * MINUTE_MS
  // Steps divide the hour, and Israel's clock differs from UTC by whole hours.
  const stepMs = step * MINUTE_MS
  const earliest = now.getTime() + settings.notice * MINUTE_MS
  const found = new Map<number, string[]>()
  const isFull = (meetings: Bookable['meetings'], at: number) =>
    perDay !== null && (meetings.get(dayOf(new Date(at))) ?? 0) >= perDay
  for (const { userId, on, busy, meetings } of people) {
    const taken = joined(busy).map(({ from, to }) => ({ from: from - after * MINUTE_MS, to: to + before * MINUTE_MS }))
    for (const span of common(open, on).flatMap((one) => without(one, taken))) {
      const first = Math.ceil(Math.max(span.from, earliest) / stepMs) * stepMs
      for (let at = first; at + length <= span.to; at += stepMs)
        if (!isFull(meetings, at)) found.set(at, [...(found.get(at) ?? []), userId])
    }
  }
  return new Map([...found].sort(([one], [other]) => one - other))
}

/** From the beginning of the first day until the end of the last one that may be booked. */
function windowOf({ settings, from, to, now }: Looking): Span {
  const last = lastDayOf(settings, now)
  return { from: dayAsSpan(from).from, to: dayAsSpan(to < last ? to : last).to }
}

/** Days with their times, or why they have none. */
export function bookingDays(looking: Looking): BookingDay[] {
  const times = Map.groupBy(freeTimes(looking).keys(), (at) => dayOf(new Date(at)))
  const days = openDaysOf(looking.hours)
  const listed: BookingDay[] = []
  for (let day = looking.from; day <= looking.to; day = plusDays(day, 1)) {
    const free = (times.get(day) ?? []).map((at) => new Date(at).toISOString())
    listed.push({ day, times: free, closed: free.length ? null : whyNone(looking, days, day) })
  }
  return listed
}

function whyNone({ people, hours }: Looking, days: ReturnType<typeof openDaysOf>, day: string) {
  const { open, holiday, isClosedByHoliday } = days.on(day)
  if (open.length) {
    const isStaffed = people.some(({ on }) => common(open, on).length > 0)
    return isStaffed ? ('full' as const) : ('closed' as const)
  }
  if (holiday || isClosedByHoliday) return 'holiday' as const
  if (restingYomTov(hours, day)) return 'holiday' as const
  return days.restOn(day) ? ('shabbat' as const) : ('closed' as const)
}
