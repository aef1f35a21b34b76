import { z } from 'zod'
import { byId, day, line, NAME_MAX, sentTime, storedDay, time } from '../common.ts'
import { route } from '../route.ts'
import { plusDays } from '../values/clock.ts'
import { cityKeys } from './cities.ts'
import { holidayKeys, holidayKinds } from './holiday-names.ts'
import { isRestEdge } from './holidays.ts'
import { OpenRanges, runsInto, timeOfDay } from './ranges.ts'

/** Special days and corrected times of rest, each. */
export const SPECIAL_DAYS_MAX = 300
export const CANDLE_MINUTES_MAX = 60
/** Holidays are computed from last year to this many years ahead. */
export const HOLIDAY_YEARS = 10
/** How far ahead a change between open and closed is looked for. */
export const NEXT_CHANGE_DAYS = 400

/**
 * What happens on days of a holiday kind. `short`: open within these ranges, as far as the weekday's hours go. A Yom Tov
 * that is closed is so from candle lighting until its end, as Shabbat; other kinds close the hours that begin on the day.
 */
export const HolidayRule = z.discriminatedUnion('rule', [
  z.object({ rule: z.literal('open') }),
  z.object({ rule: z.literal('short'), ranges: OpenRanges.min(1, 'required') }),
  z.object({ rule: z.literal('closed') }),
])
export type HolidayRule = z.output<typeof HolidayRule>

/** When rest ends: the sun stands these degrees below the horizon (tzeit), or these minutes after sunset. */
export const RestEnd = z.discriminatedUnion('by', [
  z.object({
    by: z.literal('degrees'),
    degrees: z.number('out_of_range').min(4, 'out_of_range').max(12, 'out_of_range'),
  }),
  z.object({ by: z.literal('minutes'), minutes: z.literal([42, 72]) }),
])
export type RestEnd = z.output<typeof RestEnd>

/**
 * What holds on one date instead of everything else: its ranges, which may run into the next day; without ranges it is
 * closed. Neither Shabbat nor a holiday shortens it.
 */
export const SpecialDay = z.object({ day, name: line(NAME_MAX, 1), ranges: OpenRanges })
export type SpecialDay = z.output<typeof SpecialDay>

/** The time at which rest begins or ends on a date, instead of the computed one. */
export const RestTime = z.object({ day, at: timeOfDay })
export type RestTime = z.output<typeof RestTime>

/** Places in the list of rows whose day stands before them. */
const repeated = (rows: readonly { day: string }[]) =>
  rows.flatMap((row, i) => (rows.findIndex((other) => other.day === row.day) < i ? [i] : []))

/**
 * When a business is open, or a campaign that has hours of its own. Hours are local time in Asia/Jerusalem; a range
 * belongs to the day on which it begins.
 */
export const WorkingHours = z
  .object({
    /** Of the seven weekdays, Sunday first. */
    days: z.array(OpenRanges).length(7),
    /** Times of sunset and nightfall are those of this city. */
    city: z.enum(cityKeys),
    /** From candle lighting until its end. */
    shabbat: z.enum(['open', 'closed']),
    /** Minutes from candle lighting to sunset. */
    candleMinutes: z
      .number('out_of_range')
      .int('out_of_range')
      .min(0, 'out_of_range')
      .max(CANDLE_MINUTES_MAX, 'out_of_range'),
    restEnd: RestEnd,
    holidays: z.record(z.enum(holidayKinds), HolidayRule),
    /** In replies by date. */
    specialDays: z.array(SpecialDay).max(SPECIAL_DAYS_MAX),
    /** Of dates on which rest can begin or end; in replies by date. */
    restTimes: z.array(RestTime).max(SPECIAL_DAYS_MAX),
  })
  .superRefine(({ days, specialDays, restTimes }, context) => {
    const refuse = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message })
    days.forEach((ranges, i) => {
      if (runsInto(ranges, days[(i + 1) % 7] ?? [])) refuse(['days', i], 'overlapping_ranges')
    })
    specialDays.forEach(({ day, ranges }, i) => {
      const next = specialDays.find((other) => other.day === plusDays(day, 1))
      if (next && runsInto(ranges, next.ranges)) refuse(['specialDays', i, 'ranges'], 'overlapping_ranges')
    })
    for (const i of repeated(specialDays)) refuse(['specialDays', i, 'day'], 'repeated_day')
    for (const i of repeated(restTimes)) refuse(['restTimes', i, 'day'], 'repeated_day')
    restTimes.forEach(({ day }, i) => {
      if (!isRestEdge(day)) refuse(['restTimes', i, 'day'], 'no_rest_edge')
    })
  })
export type WorkingHours = z.output<typeof WorkingHours>

/** Why it is open or closed at a moment. `hours`: by the hours of the weekday. */
export const OpenReason = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hours') }),
  z.object({ kind: z.literal('shabbat') }),
  z.object({ kind: z.literal('holiday'), holiday: z.enum(holidayKeys) }),
  z.object({ kind: z.literal('special_day'), day: storedDay, name: z.string() }),
])
export type OpenReason = z.output<typeof OpenReason>

const Period = z.object({ from: time, to: time })
/** Whether it is open at a moment. */
export const OpenState = z.object({
  at: time,
  isOpen: z.boolean(),
  reason: OpenReason,
  /** Shabbat or Yom Tov at the moment, from candle lighting until its end, even if a special day is open. */
  rest: Period.nullable(),
  /** When it opens, or closes if it is open; null: not within NEXT_CHANGE_DAYS days. */
  nextChange: time.nullable(),
})
export type OpenState = z.output<typeof OpenState>

export const Holiday = z.object({
  day: storedDay,
  holiday: z.enum(holidayKeys),
  kind: z.enum(holidayKinds),
  nameHe: z.string(),
  nameEn: z.string(),
  /** The rest that holds on this day, for a Yom Tov that is closed. Days that follow each other share one. */
  rest: Period.nullable(),
  /** When it is open in hours that belong to this day, after Shabbat and corrections. */
  open: z.array(Period),
  /** The special day that holds instead. */
  correction: SpecialDay.nullable(),
})
export type Holiday = z.output<typeof Holiday>

/** A rest of the year, Shabbat or Yom Tov. `computed` differs from the times where the Owner corrected them. */
export const Rest = Period.extend({
  computed: Period,
  /** Holidays within it; a Shabbat without one has none. */
  holidays: z.array(z.enum(holidayKeys)),
})
export type Rest = z.output<typeof Rest>

const Hours = z.object({
  success: z.literal(true),
  hours: WorkingHours,
  /** Raised by each change; 0: never set, the hours are those of a new business. */
  version: z.number().int(),
})
const HoursOfCampaign = Hours.extend({
  /** Whether the campaign has hours of its own; else the hours are those of the business. */
  isOwn: z.boolean(),
})
/** `expected`: the version that was read. With another one stored, the answer is `changed_meanwhile`. */
const expected = z.number().int().min(0)
const State = z.object({ success: z.literal(true), state: OpenState })
const Year = z.object({ year: z.coerce.number().int('out_of_range') })
const Holidays = z.object({
  success: z.literal(true),
  holidays: z.array(Holiday),
  /** All rests that begin in the year, if Shabbat or Yom Tov is closed. */
  rests: z.array(Rest),
})
/** Without a moment: now. */
const Moment = z.object({ at: sentTime.optional() })

export const workingHoursRoutes = {
  get: route({
    method: 'GET',
    path: '/business/working-hours',
    access: 'None',
    summary: 'When the business is open',
    reply: Hours,
  }),
  change: route({
    method: 'PUT',
    path: '/business/working-hours',
    access: 'Owner',
    can: 'business.settings',
    summary: 'Set when the business is open, whole',
    body: z.object({ hours: WorkingHours, expected }),
    reply: Hours,
  }),
  at: route({
    method: 'GET',
    path: '/business/working-hours/at',
    access: 'None',
    summary: 'Whether the business is open at a moment, why, and when that changes',
    query: Moment,
    reply: State,
  }),
  holidays: route({
    method: 'GET',
    path: '/business/holidays',
    access: 'None',
    summary: `Holidays and rests of a year, from last year to ${HOLIDAY_YEARS} years ahead, with what they do to the business's hours`,
    query: Year,
    reply: Holidays,
  }),
  getOfCampaign: route({
    method: 'GET',
    path: '/user/campaign/:id/working-hours',
    access: 'None',
    summary: 'When a campaign is open: by hours of its own, or by those of the business',
    params: byId,
    reply: HoursOfCampaign,
  }),
  changeOfCampaign: route({
    method: 'PUT',
    path: '/user/campaign/:id/working-hours',
    access: 'Owner',
    can: 'business.settings',
    summary: 'Give a campaign hours of its own, whole, or with null those of the business',
    params: byId,
    body: z.object({ hours: WorkingHours.nullable(), expected }),
    reply: HoursOfCampaign,
  }),
  atOfCampaign: route({
    method: 'GET',
    path: '/user/campaign/:id/working-hours/at',
    access: 'None',
    summary: 'Whether a campaign is open at a moment, why, and when that changes',
    params: byId,
    query: Moment,
    reply: State,
  }),
  holidaysOfCampaign: route({
    method: 'GET',
    path: '/user/campaign/:id/holidays',
    access: 'None',
    summary: 'Holidays and rests of a year, with what they do to the hours of a campaign',
    params: byId,
    query: Year,
    reply: Holidays,
  }),
}
