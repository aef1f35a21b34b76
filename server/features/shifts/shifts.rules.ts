import { createHash } from 'node:crypto'
import { actsEverywhere, hasRight, type Right, type Role } from '#contract/roles.ts'
import { daysOfWeek, shiftsOn, wishedWeek } from '#contract/shifts/person-shifts.ts'
import {
  type HeldWeek,
  NO_PLAN,
  type PersonShifts,
  type Shift,
  type ShiftException,
  type ShiftPlan,
  type WeeklyShifts,
} from '#contract/shifts/shift-shapes.ts'
import { plusDays } from '#contract/values/clock.ts'

/** Exceptions are kept this long after their last day. */
const PAST_DAYS = 366

/** An active member with their shifts as stored. */
export type ShiftPerson = {
  userId: string
  name: string
  image: string | null
  role: Role
  /** Campaign roles by campaign. */
  campaigns: Record<string, Role>
  /** Whether periods are written for them. */
  hasRow: boolean
  version: number
  plan: ShiftPlan | null
  agreed: WeeklyShifts[] | null
  pausedFrom: string | null
  pausedUntil: string | null
  writtenUntil: string | null
  weeks: PersonShifts['weeks']
}
export type StoredWeek = {
  userId: string
  week: string
  published: HeldWeek | null
  draft: HeldWeek | null
  version: number
  publishedAt: string | null
}

export const shiftsOf = ({ plan, agreed, weeks, pausedFrom, pausedUntil }: ShiftPerson): PersonShifts => ({
  plan: plan ?? NO_PLAN,
  agreed,
  weeks,
  pause: pausedFrom && pausedUntil ? { from: pausedFrom, until: pausedUntil } : null,
})

/** Readers have no shifts. */
export const canHaveShifts = ({ role, campaigns }: Pick<ShiftPerson, 'role' | 'campaigns'>) =>
  actsEverywhere(role) || Object.values(campaigns).some((ofCampaign) => hasRight(ofCampaign, 'shifts.own'))

/** The people of a campaign who can be on shift: its own; if it has none, Owners and Admins. SQL: `shift_people`. */
export function peopleOf<P extends Pick<ShiftPerson, 'role' | 'campaigns'>>(
  people: readonly P[],
  campaignId: string,
): P[] {
  const own = people.filter(({ role, campaigns }) => {
    const ofCampaign = campaigns[campaignId]
    return ofCampaign !== undefined && (actsEverywhere(role) || hasRight(ofCampaign, 'shifts.own'))
  })
  return own.length ? own : people.filter(({ role }) => actsEverywhere(role))
}

/** The campaigns of a person in which they have a right; null: all. */
export const campaignsWith = ({ role, campaigns }: Pick<ShiftPerson, 'role' | 'campaigns'>, right: Right) =>
  actsEverywhere(role) ? null : Object.keys(campaigns).filter((id) => hasRight(campaigns[id] ?? 'None', right))

/** Those whom the people of these campaigns may see; null: everybody. */
export function peopleIn(people: readonly ShiftPerson[], campaignIds: readonly string[] | null): ShiftPerson[] {
  const able = people.filter(canHaveShifts)
  if (!campaignIds) return able
  const seen = new Set(campaignIds.flatMap((id) => peopleOf(able, id).map(({ userId }) => userId)))
  return able.filter(({ userId }) => seen.has(userId))
}

const byStart = (a: Shift, b: Shift) => (a.from < b.from ? -1 : 1)
const sortedDays = (days: readonly (readonly Shift[])[]) => days.map((shifts) => [...shifts].sort(byStart))
const dayOfException = (one: ShiftException) => ('day' in one ? one.day : one.from)

/** The same plan in the order in which it is stored, without what is long past. */
export const storedPlan = ({ weekly, exceptions }: ShiftPlan, today: string): ShiftPlan => ({
  weekly: [...weekly]
    .sort((a, b) => ((a.validFrom ?? '') < (b.validFrom ?? '') ? -1 : 1))
    .map(({ days, ...valid }) => ({ ...valid, days: sortedDays(days) })),
  exceptions: exceptions
    .filter((one) => ('day' in one ? one.day : one.to) >= plusDays(today, -PAST_DAYS))
    .sort((a, b) => (dayOfException(a) < dayOfException(b) ? -1 : 1))
    .map((one) => ('day' in one ? { ...one, shifts: [...one.shifts].sort(byStart) } : one)),
})
export const storedDays = (days: HeldWeek): HeldWeek => sortedDays(days)

export const isSame = (a: unknown, b: unknown) => JSON.stringify(inOrder(a)) === JSON.stringify(inOrder(b))
/** Fields in one order, whatever the order in which they were sent or stored. */
const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, part]) => [key, inOrder(part)]),
  )
}

type InWeek = { week: string; stored: StoredWeek | undefined; today: string }
/** What publishing a week would make of a person's shifts; null: nothing, they neither wish nor were given any. */
export function draftOf(person: ShiftPerson, { week, stored, today }: InWeek): HeldWeek | null {
  const draft = stored?.draft ?? stored?.published ?? wishedWeek(person.plan ?? NO_PLAN, week)
  return draft && publishable(draft, { week, published: stored?.published ?? null, today })
}

/** The shifts of a week that hold; null for days on which the person is always on. */
export const heldDays = (person: ShiftPerson, week: string) =>
  daysOfWeek(week).map((day) => shiftsOn(shiftsOf(person), day)?.map((shift) => ({ ...shift })) ?? null)

/**
 * A draft as it is published: days of a published week that have passed stay as they were. `today` of Israel.
 */
export const publishable = (
  draft: HeldWeek,
  { week, published, today }: { week: string; published: HeldWeek | null; today: string },
) => daysOfWeek(week).map((day, i) => (published && day < today ? published[i] : draft[i]) ?? [])

/** Whether a draft changes a published day that has passed. */
export const changesPast = (
  draft: HeldWeek,
  { week, published, today }: { week: string; published: HeldWeek | null; today: string },
) => !isSame(publishable(draft, { week, published, today }), draft)

export type PlannedWeek = { person: ShiftPerson; stored: StoredWeek | undefined; draft: HeldWeek | null }
/** A fingerprint of what publishing would do, so that what one did not see is neither published nor overwritten. */
export const revisionOf = (planned: readonly PlannedWeek[]) =>
  createHash('sha256')
    .update(
      JSON.stringify(
        planned
          // The weekly hours, because publishing agrees to them.
          .map(({ person, stored, draft }) => {
            const { weekly } = person.plan ?? NO_PLAN
            return [person.userId, stored?.version ?? 0, inOrder([draft, weekly])]
          })
          .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
      ),
    )
    .digest('base64url')
    .slice(0, 22)
