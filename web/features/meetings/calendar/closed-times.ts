import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { beginningOf, dayOf, minuteAt, minutesOf, plusDays, weekdayOf } from '#contract/values/clock.ts'
import { type Rest, type WorkingHours, workingHoursRoutes } from '#contract/working-hours/working-hours.ts'
import { call } from '../../../lib/http/call.ts'
import type { Stretch } from './lanes.ts'

const DAY_MINUTES = 1_440

const hoursQuery = (businessId: string) =>
  queryOptions({
    queryKey: ['working-hours', businessId, 'calendar'],
    queryFn: () => call(workingHoursRoutes.get),
    staleTime: 60_000,
  })
const restsQuery = (businessId: string, year: number) =>
  queryOptions({
    queryKey: ['working-hours', businessId, 'calendar', 'rests', year],
    queryFn: () => call(workingHoursRoutes.holidays, { query: { year: String(year) as never } }),
    staleTime: 60_000,
  })

export type ClosedTimes = {
  /** Outside the hours of the weekday, or of the special day. */
  closedOn: (day: string) => Stretch[]
  /** Shabbat and holidays from the computed minute. */
  restsOn: (day: string) => (Stretch & { rest: Rest })[]
}

/** When the business is closed on the days shown. Nothing is closed until the hours are known. */
export function useClosedTimes(businessId: string, days: readonly string[]): ClosedTimes {
  const { data } = useQuery(hoursQuery(businessId))
  const years = [...new Set(days.map((day) => Number(day.slice(0, 4))))]
  const rests = useQueries({ queries: years.map((year) => restsQuery(businessId, year)) })
  const known = rests.flatMap(({ data: reply }) => reply?.rests ?? [])
  return {
    closedOn: (day) => (data ? closedOn(data.hours, day) : []),
    restsOn: (day) => restsOn(known, day),
  }
}

/** The parts of a day that its hours leave out; hours of the evening before may run into it. */
export function closedOn(hours: WorkingHours, day: string): Stretch[] {
  const rangesOn = (one: string) =>
    hours.specialDays.find((special) => special.day === one)?.ranges ?? hours.days[weekdayOf(one)] ?? []
  const open = rangesOn(day).map(({ from, to }) => {
    const [start, end] = [minutesOf(from), minutesOf(to)]
    return { from: start, to: end > start ? end : DAY_MINUTES }
  })
  const before = rangesOn(plusDays(day, -1)).flatMap(({ from, to }) =>
    minutesOf(to) <= minutesOf(from) ? [{ from: 0, to: minutesOf(to) }] : [],
  )
  const closed: Stretch[] = []
  let at = 0
  for (const { from, to } of [...before, ...open].sort((one, other) => one.from - other.from)) {
    if (from > at) closed.push({ from: at, to: from })
    at = Math.max(at, to)
  }
  return at < DAY_MINUTES ? [...closed, { from: at, to: DAY_MINUTES }] : closed
}

function restsOn(rests: readonly Rest[], day: string) {
  const [start, end] = [beginningOf(day).getTime(), beginningOf(plusDays(day, 1)).getTime()]
  return rests
    .filter(({ from, to }) => Date.parse(from) < end && Date.parse(to) > start)
    .map((rest) => ({
      rest,
      from: dayOf(rest.from) === day ? minuteAt(rest.from) : 0,
      to: dayOf(rest.to) === day ? minuteAt(rest.to) : DAY_MINUTES,
    }))
}
