import { dayOf, firstOfWeek, plusDays, weekdayOf } from '../values/clock.ts'
import { dayAsSpan, minutesIn, momentsOn } from '../working-hours/moments.ts'
import { common, joined, type Span, without } from '../working-hours/spans.ts'
import type { Absence, AbsenceKind, DayChange, HeldWeek, PersonShifts, Shift, ShiftPlan } from './shift-shapes.ts'

const DAY_MS = 86_400_000
/** How far ahead a change is looked for: most are found in the first days. */
const SEARCHED_DAYS = [8, 40, 400]

/** A time on shift, in ms. */
export type ShiftSpan = Span & { isOnCall: boolean }

/** A minute of a day as its time; those after midnight are of the next day. */
const timeIn = (minute: number) => {
  const part = (value: number) => String(value).padStart(2, '0')
  return `${part(Math.floor(minute / 60) % 24)}:${part(minute % 60)}`
}
const asShift = ({ from, to }: Span, { isOnCall }: Shift): Shift => ({ from: timeIn(from), to: timeIn(to), isOnCall })
/** What shifts have in common with those of a short day. */
const shortened = (shifts: readonly Shift[], change: DayChange): Shift[] =>
  shifts.flatMap((shift) => common(minutesIn([shift]), minutesIn(change.shifts)).map((span) => asShift(span, shift)))
/** The parts of extra shifts in which there is none. */
const added = (shifts: readonly Shift[], change: DayChange): Shift[] =>
  change.shifts.flatMap((extra) =>
    minutesIn([extra])
      .flatMap((span) => without(span, minutesIn(shifts)))
      .map((span) => asShift(span, extra)),
  )
const byStart = (a: Shift, b: Shift) => (a.from < b.from ? -1 : 1)

type Weekly = ShiftPlan['weekly']
/** Shifts of a day by weekly hours; null: the person has none and is always on. Outside their validity there are none. */
function weeklyShifts(weekly: Weekly, day: string): readonly Shift[] | null {
  if (!weekly.length) return null
  const valid = weekly.find(({ validFrom, validTo }) => (validFrom ?? day) <= day && day <= (validTo ?? day))
  return valid?.days[weekdayOf(day)] ?? []
}

/** The shifts of a day that a person asks for: weekly hours with the changes of the day. Null: none are set. */
export function wishedShifts({ weekly, exceptions }: ShiftPlan, day: string): readonly Shift[] | null {
  const usual = weeklyShifts(weekly, day)
  const change = exceptions.find((one): one is DayChange => 'day' in one && one.day === day)
  if (!usual || !change) return usual
  return change.kind === 'short' ? shortened(usual, change) : [...usual, ...added(usual, change)].sort(byStart)
}

export const daysOfWeek = (week: string) => [0, 1, 2, 3, 4, 5, 6].map((i) => plusDays(week, i))
/** The week that a person asks for; null: they set no weekly hours. */
export const wishedWeek = (plan: ShiftPlan, week: string): HeldWeek | null =>
  plan.weekly.length ? daysOfWeek(week).map((day) => [...(wishedShifts(plan, day) ?? [])]) : null

/** Why a person is away on a day. */
export const absenceOn = ({ exceptions }: ShiftPlan, day: string): AbsenceKind | null =>
  exceptions.find((one): one is Absence => 'to' in one && one.from <= day && day <= one.to)?.kind ?? null

/**
 * The shifts of a day that hold, before absences: those of its published week; in other weeks by the weekly hours that
 * were agreed when a week was last published, or, until then, those that the person wishes. Null: always on.
 */
export function shiftsOn({ plan, agreed, weeks }: PersonShifts, day: string): readonly Shift[] | null {
  const published = weeks.find(({ week }) => week === firstOfWeek(day))
  if (published) return published.days[weekdayOf(day)] ?? []
  return agreed ? weeklyShifts(agreed, day) : wishedShifts(plan, day)
}

/** Shifts of a day as spans of time; of a person who is always on, the day. */
export function spansOn(day: string, shifts: readonly Shift[] | null): ShiftSpan[] {
  if (!shifts) return [{ ...dayAsSpan(day), isOnCall: false }]
  return shifts.flatMap((shift) =>
    momentsOn(day, minutesIn([shift])).map((span) => ({ ...span, isOnCall: shift.isOnCall })),
  )
}

/** When a person is on shift between two moments, in order. Shifts that meet are one. */
export function shiftPeriods(person: PersonShifts, from: number, to: number): ShiftSpan[] {
  const spans: ShiftSpan[] = []
  // A shift of a day may run into the next.
  for (let day = plusDays(dayOf(new Date(from)), -1); day <= dayOf(new Date(to)); day = plusDays(day, 1))
    if (!absenceOn(person.plan, day)) spans.push(...spansOn(day, shiftsOn(person, day)))
  const pauses = person.pause ? [{ from: Date.parse(person.pause.from), to: Date.parse(person.pause.until) }] : []
  return [false, true]
    .flatMap((isOnCall) =>
      joined(spans.filter((span) => span.isOnCall === isOnCall))
        .flatMap((span) => without(span, pauses))
        .map((span) => ({ from: Math.max(span.from, from), to: Math.min(span.to, to), isOnCall })),
    )
    .filter((span) => span.from < span.to)
    .sort((a, b) => a.from - b.from)
}

/** `onCallCounts`: whether a person on call is on shift (ShiftSettings). */
type Counting = { onCallCounts: boolean }
/** When a person counts as on shift. */
export const countedPeriods = (person: PersonShifts, from: number, to: number, { onCallCounts }: Counting): Span[] =>
  joined(shiftPeriods(person, from, to).filter(({ isOnCall }) => onCallCounts || !isOnCall))

export const isOnShift = (person: PersonShifts, at: Date, counting: Counting): boolean =>
  countedPeriods(person, at.getTime(), at.getTime() + 1, counting).length > 0

/** Those of these people who are on shift at a moment. SQL: `on_shift`. */
export const onShift = <P extends { shifts: PersonShifts }>(people: readonly P[], at: Date, counting: Counting): P[] =>
  people.filter(({ shifts }) => isOnShift(shifts, at, counting))

/** The sentence "On shift until 16:00", "Next shift Sunday 8:00", "On a pause until 14:00". */
export type ShiftState = {
  isOn: boolean
  /** No shifts: always on. */
  isAlways: boolean
  /** When that changes; null: not within 400 days. */
  nextChange: string | null
  /** The end of a pause that holds now. */
  pausedUntil: string | null
  /** The absence of today. */
  absence: AbsenceKind | null
}
/** Without shifts, absences and a pause ahead nothing changes: of all people of most businesses. */
const isBound = ({ plan, agreed, weeks, pause }: PersonShifts, at: Date) =>
  (agreed ?? plan.weekly).length > 0 ||
  weeks.length > 0 ||
  plan.exceptions.some((one) => 'to' in one && one.to >= dayOf(at)) ||
  (pause !== null && Date.parse(pause.until) > at.getTime())

export function shiftStateAt(person: PersonShifts, at: Date, counting: Counting): ShiftState {
  const moment = at.getTime()
  const { pause, plan } = person
  const today = dayOf(at)
  const isPaused = pause !== null && Date.parse(pause.from) <= moment && moment < Date.parse(pause.until)
  const state = {
    isAlways: shiftsOn(person, today) === null,
    pausedUntil: isPaused ? pause.until : null,
    absence: absenceOn(plan, today),
  }
  if (!isBound(person, at)) return { ...state, isOn: true, nextChange: null }
  let isOn = false
  for (const searched of SEARCHED_DAYS) {
    const end = moment + searched * DAY_MS
    const [first] = countedPeriods(person, moment, end, counting)
    isOn = first?.from === moment
    const change = isOn ? first?.to : first?.from
    if (change !== undefined && change < end) return { ...state, isOn, nextChange: new Date(change).toISOString() }
  }
  return { ...state, isOn, nextChange: null }
}
