import { absenceOn, daysOfWeek, spansOn } from '#contract/shifts/person-shifts.ts'
import { type HeldWeek, NO_PLAN, type Shift } from '#contract/shifts/shift-shapes.ts'
import { type ShiftSwap, SWAP_UNDO_DAYS, type SwapShift } from '#contract/shifts/swaps.ts'
import { firstOfWeek, plusDays, weekdayOf } from '#contract/values/clock.ts'
import { campaignsWith, canHaveShifts, isSame, type ShiftPerson } from './shifts.rules.ts'
import type { StoredSwap } from './swaps.queries.ts'

/** The moment, in ms, at which a shift begins. */
export const beginningOf = ({ day, ...shift }: SwapShift) => spansOn(day, [shift])[0]?.from ?? Number.NaN

/** The shifts of a day that are published; null: its week is not. */
export const publishedOn = ({ weeks }: ShiftPerson, day: string): readonly Shift[] | null =>
  weeks.find(({ week }) => week === firstOfWeek(day))?.days[weekdayOf(day)] ?? null

/** Published shifts that have not begun. */
export const shiftsAhead = ({ weeks }: ShiftPerson, now: Date): SwapShift[] =>
  weeks
    .flatMap(({ week, days }) => daysOfWeek(week).flatMap((day, i) => (days[i] ?? []).map((one) => ({ ...one, day }))))
    .filter((one) => beginningOf(one) > now.getTime())

/** A person's published shift of a day that begins at a time. */
export function findShift(person: ShiftPerson, { day, from }: Pick<SwapShift, 'day' | 'from'>): SwapShift | undefined {
  const shift = publishedOn(person, day)?.find((one) => one.from === from)
  return shift && { ...shift, day }
}
/** Whether a person still has exactly this shift. */
export const hasShift = (person: ShiftPerson, shift: SwapShift) => {
  const found = findShift(person, shift)
  return found !== undefined && isSame(found, shift)
}

/** Whether a person may swap with another: both can have shifts in a campaign, or one of them acts in all. */
export function areColleagues(one: ShiftPerson, other: ShiftPerson) {
  if (one.userId === other.userId || !canHaveShifts(one) || !canHaveShifts(other)) return false
  const [mine, theirs] = [campaignsWith(one, 'shifts.own'), campaignsWith(other, 'shifts.own')]
  return !mine || !theirs || mine.some((id) => theirs.includes(id))
}

type Exchange = { loses: SwapShift | null; gets: SwapShift | null }
/** Whether a person would work twice at a time with the shift that they get, or is away. */
export function conflicts(person: ShiftPerson, { loses, gets }: Exchange) {
  if (!gets) return false
  const { day, ...shift } = gets
  if (absenceOn(person.plan ?? NO_PLAN, day)) return true
  const [span] = spansOn(day, [shift])
  if (!span) return true
  return [plusDays(day, -1), day, plusDays(day, 1)].some((one) => {
    const others = (publishedOn(person, one) ?? []).filter((other) => !(loses && isSame({ ...other, day: one }, loses)))
    return spansOn(one, others).some(({ from, to }) => from < span.to && span.from < to)
  })
}

/** The days of a week after a swap. A draft may lack what is lost; what is got is added unless it is there. */
export const exchanged = (days: HeldWeek, week: string, { loses, gets }: Exchange): HeldWeek =>
  days.map((shifts, i) => {
    const day = plusDays(week, i)
    const left = loses?.day === day ? shifts.filter((one) => !isSame({ ...one, day }, loses)) : shifts
    if (gets?.day !== day || left.some((one) => one.from === gets.from)) return left
    const { day: _, ...got } = gets
    return [...left, got].sort((a, b) => (a.from < b.from ? -1 : 1))
  })

/** Undecided, and none of its shifts has begun. */
export const isOpen = ({ decidedAt, beginsAt }: Pick<StoredSwap, 'decidedAt' | 'beginsAt'>, now: Date) =>
  decidedAt === null && new Date(beginsAt) > now

/** Approved lately, and none of its shifts has begun. */
const canUndo = ({ state, decidedAt, beginsAt }: StoredSwap, now: Date) =>
  state === 'approved' &&
  decidedAt !== null &&
  new Date(beginsAt) > now &&
  now.getTime() - Date.parse(decidedAt) <= SWAP_UNDO_DAYS * 86_400_000

type Viewer = { userId: string; isOwner: boolean; isColleague: boolean }
export const canSee = ({ asker, partner }: StoredSwap, { userId, isOwner, isColleague }: Viewer) =>
  isOwner || asker._id === userId || (partner ? partner._id === userId : isColleague)

/** What a person may do with a swap. */
export function actsOn(swap: StoredSwap, { userId, isOwner, isColleague }: Viewer, now: Date): ShiftSwap['can'] {
  const open = isOpen(swap, now)
  const isPartner = swap.partner?._id === userId
  return {
    accept: open && swap.state === 'asked' && (swap.partner ? isPartner : isColleague),
    decline: open && (isOwner || isPartner),
    withdraw: open && swap.asker._id === userId,
    approve: open && isOwner && swap.state === 'accepted',
    undo: isOwner && canUndo(swap, now),
  }
}
