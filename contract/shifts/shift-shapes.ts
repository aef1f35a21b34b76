import { z } from 'zod'
import { day, sentTime, storedDay, time } from '../common.ts'
import { firstOfWeek } from '../values/clock.ts'
import { HOURS_MAX, HOURS_MIN_MINUTES, hasOverlap, runsInto, spanOf, timeOfDay } from '../working-hours/ranges.ts'

/** Weekly hours of one person that follow each other. */
export const WEEKLY_MAX = 10
export const EXCEPTIONS_MAX = 200
/** Longest pause. What is longer is an absence. */
export const PAUSE_DAYS_MAX = 7

/**
 * A shift of a day, in local time of Asia/Jerusalem. If `to` is not after `from`, it ends on the next day; it belongs to
 * the day on which it begins.
 */
export const Shift = z
  .object({
    from: timeOfDay,
    to: timeOfDay,
    /** On call: counts as on shift only where the business says so (ShiftSettings). */
    isOnCall: z.boolean().default(false),
  })
  .refine((shift) => spanOf(shift)[1] - spanOf(shift)[0] >= HOURS_MIN_MINUTES, {
    path: ['to'],
    message: 'too_short_range',
  })
export type Shift = z.output<typeof Shift>
/** Shifts that hold, or are wished: changes of a day may have made them short, or more than a person may enter. */
export const HeldShift = z.object({ from: timeOfDay, to: timeOfDay, isOnCall: z.boolean() })
export const HeldShifts = z.array(HeldShift)
export const HeldWeek = z.array(HeldShifts).length(7)
export type HeldWeek = z.output<typeof HeldWeek>

export const DayShifts = z
  .array(Shift)
  .max(HOURS_MAX)
  .refine((shifts) => !hasOverlap(shifts), 'overlapping_ranges')
const SevenDays = z.array(DayShifts).length(7)

/** The Sunday that begins a week. */
export const week = day.refine((first) => firstOfWeek(first) === first, 'not_a_sunday')

/** Shifts of the seven days of one week, Sunday first. */
export const WeekShifts = SevenDays.superRefine((days, context) => {
  days.forEach((shifts, i) => {
    if (runsInto(shifts, days[i + 1] ?? []))
      context.addIssue({ code: 'custom', path: [i], message: 'overlapping_ranges' })
  })
})
export type WeekShifts = z.output<typeof WeekShifts>

/** Weekly hours, valid from a day to a day; null: without that end. */
export const WeeklyShifts = z
  .object({
    days: SevenDays,
    validFrom: day.nullable(),
    /** The last day. */
    validTo: day.nullable(),
  })
  .superRefine(({ days, validFrom, validTo }, context) => {
    const refuse = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message })
    days.forEach((shifts, i) => {
      if (runsInto(shifts, days[(i + 1) % 7] ?? [])) refuse(['days', i], 'overlapping_ranges')
    })
    if (validFrom && validTo && validTo < validFrom) refuse(['validTo'], 'end_before_start')
  })
export type WeeklyShifts = z.output<typeof WeeklyShifts>

export const absenceKinds = ['vacation', 'sick', 'reserve_duty'] as const
export type AbsenceKind = (typeof absenceKinds)[number]
const Absence = z.object({ kind: z.enum(absenceKinds), from: day, to: day })
const DayChange = z.object({
  /** `extra`: these shifts, too. `short`: what the weekly hours have in common with these. */
  kind: z.enum(['extra', 'short']),
  day,
  shifts: DayShifts.min(1, 'required'),
})
/**
 * What differs from the weekly hours. An absence removes the shifts that begin from its first to its last day, also
 * published ones, at once. Changes of a day belong to the weekly hours and act as they do.
 */
export const ShiftException = z.union([
  Absence.refine(({ from, to }) => to >= from, { path: ['to'], message: 'end_before_start' }),
  DayChange,
])
export type ShiftException = z.output<typeof ShiftException>
export type Absence = z.output<typeof Absence>
export type DayChange = z.output<typeof DayChange>

const meets = (a: WeeklyShifts, b: WeeklyShifts) =>
  (a.validFrom ?? '') <= (b.validTo ?? '9') && (b.validFrom ?? '') <= (a.validTo ?? '9')

/** What a person sets, whole. Without weekly hours the person has no shifts and is always on. */
export const ShiftPlan = z
  .object({
    weekly: z.array(WeeklyShifts).max(WEEKLY_MAX),
    /** In replies by date. */
    exceptions: z.array(ShiftException).max(EXCEPTIONS_MAX),
  })
  .superRefine(({ weekly, exceptions }, context) => {
    weekly.forEach((one, i) => {
      if (weekly.slice(0, i).some((other) => meets(one, other)))
        context.addIssue({ code: 'custom', path: ['weekly', i, 'validFrom'], message: 'overlapping_validity' })
    })
    exceptions.forEach((one, i) => {
      if ('day' in one && exceptions.slice(0, i).some((other) => 'day' in other && other.day === one.day))
        context.addIssue({ code: 'custom', path: ['exceptions', i, 'day'], message: 'repeated_day' })
    })
  })
export type ShiftPlan = z.output<typeof ShiftPlan>

/** A pause takes a person off shift, also one without shifts. */
export const Pause = z.object({ from: time, until: time })
export type Pause = z.output<typeof Pause>
export const pauseUntil = sentTime

const PublishedWeek = z.object({ week: storedDay, days: HeldWeek })
/**
 * All that says when a person is on shift (person-shifts.ts). `agreed`: the weekly hours as they stood when a week was
 * last published; null: none was, so the weekly hours of the plan hold. They hold in weeks that are not published.
 */
export const PersonShifts = z.object({
  plan: ShiftPlan,
  agreed: z.array(WeeklyShifts).nullable(),
  weeks: z.array(PublishedWeek),
  pause: Pause.nullable(),
})
export type PersonShifts = z.output<typeof PersonShifts>

/** The plan of a person who set nothing. */
export const NO_PLAN: ShiftPlan = { weekly: [], exceptions: [] }
