import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import { absenceOn, daysOfWeek, shiftsOn } from '#contract/shifts/person-shifts.ts'
import { type HeldWeek, NO_PLAN, type WeekShifts } from '#contract/shifts/shift-shapes.ts'
import { WEEKS_AHEAD_MAX } from '#contract/shifts/shifts.ts'
import { dayOf, firstOfWeek, plusDays } from '#contract/values/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { emit } from '../../platform/events/emit.ts'
import { AppError, invalidInput } from '../../platform/http/errors.ts'
import { findAllHours } from '../working-hours/working-hours.service.ts'
import { closedDaysOf } from './grid.rules.ts'
import { planWeek, readWeek } from './grid.service.ts'
import { rewritePeriods } from './shift-periods.service.ts'
import * as queries from './shifts.queries.ts'
import * as rules from './shifts.rules.ts'
import type { ShiftContext } from './shifts.service.ts'
import { endOutdated } from './swaps.service.ts'

type InWeek = { week: string; now: Date }
/** What publishing a week would do, of one that has not passed and is not too far; locked until the transaction ends. */
async function lockWeek(tx: Db, businessId: string, { week, now }: InWeek) {
  if (plusDays(week, 6) < dayOf(now)) throw new AppError('day_passed')
  if (week > plusDays(dayOf(now), WEEKS_AHEAD_MAX * 7)) throw invalidInput('week', 'out_of_range')
  await queries.lockShifts(tx, businessId)
  const [people, weeks] = await Promise.all([
    queries.listPeople(tx, businessId, { since: firstOfWeek(plusDays(week, -7)) }),
    queries.listWeeks(tx, businessId, { from: week, to: week }),
  ])
  return planWeek(people, weeks, { week, now })
}

/** Sets a person's draft of a week; null drops it. */
export async function changeDraft(
  context: ShiftContext,
  userId: string,
  { week, days, expected }: { week: string; days: WeekShifts | null; expected: number },
) {
  const { db, caller, now } = context
  const { businessId } = caller
  const wanted = days && rules.storedDays(days)
  await db.transaction().execute(async (tx) => {
    const planned = (await lockWeek(tx, businessId, { week, now })).find(({ person }) => person.userId === userId)
    if (!planned) throw new AppError('user_not_found')
    const { stored } = planned
    const published = stored?.published ?? null
    // A draft of what is published is none.
    const draft = rules.isSame(wanted, published) ? null : wanted
    if (rules.isSame(draft, stored?.draft ?? null)) return
    if ((stored?.version ?? 0) !== expected) throw new AppError('changed_meanwhile')
    if (draft && rules.changesPast(draft, { week, published, today: dayOf(now) })) throw new AppError('day_passed')
    await queries.upsertDraft(tx, businessId, { userId, week, days: draft })
    await emit(tx, caller, 'shift_draft.changed', { campaignId: ALL_CAMPAIGNS, userId, week })
  })
  return { success: true as const, week: await readWeek(context, week) }
}

/** Publishes the drafts of a week as they were seen. The weekly hours of its people are agreed by it. */
export async function publishWeek(context: ShiftContext, { week, revision }: { week: string; revision: string }) {
  const { db, caller, now } = context
  const { businessId } = caller
  await db.transaction().execute(async (tx) => {
    const planned = await lockWeek(tx, businessId, { week, now })
    if (rules.revisionOf(planned) !== revision) throw new AppError('changed_meanwhile')
    const done = { notifies: [] as string[], rewritten: [] as string[] }
    let isChanged = false
    for (const one of planned) {
      const { isNew, isWeekNew, isAgreedNew } = await publishOne(tx, businessId, one, { week, now })
      isChanged ||= isNew
      if (isWeekNew) done.notifies.push(one.person.userId)
      if (isWeekNew || isAgreedNew) done.rewritten.push(one.person.userId)
    }
    if (!isChanged) return
    const { notifies, rewritten } = done
    await rewritePeriods(tx, businessId, { userIds: rewritten, now })
    await endOutdated(tx, caller, { userIds: rewritten, now })
    await emit(tx, caller, 'shift_week.published', { campaignId: ALL_CAMPAIGNS, week, notifies })
  })
  return { success: true as const, week: await readWeek(context, week) }
}

const SAME = { isNew: false, isWeekNew: false, isAgreedNew: false }
/** Publishes one person's draft; says what it changed: anything, the shifts of the week, the agreed weekly hours. */
async function publishOne(
  tx: Db,
  businessId: string,
  { person, stored, draft: days }: rules.PlannedWeek,
  { week, now }: InWeek,
) {
  if (!days) return SAME
  const { userId } = person
  const published = stored?.published ?? null
  const { weekly } = person.plan ?? NO_PLAN
  const isAgreedNew = !rules.isSame(person.agreed, weekly)
  if (rules.isSame(published, days) && !isAgreedNew && !stored?.draft) return SAME
  await queries.upsertPublished(tx, businessId, { userId, week, days, draft: null, at: now.toISOString() })
  if (isAgreedNew) await queries.upsertAgreed(tx, businessId, { userId, weekly })
  return { isNew: true, isWeekNew: changesWeek(rules.heldDays(person, week), days, { week, now }), isAgreedNew }
}

/** Whether a person's week changes from today on. */
const changesWeek = (held: readonly (HeldWeek[number] | null)[], days: HeldWeek, { week, now }: InWeek) =>
  daysOfWeek(week).some((day, i) => day >= dayOf(now) && !rules.isSame(held[i] ?? null, days[i]))

/** Drafts a week as the one before it, as far as people are there and the business is open. */
export async function copyWeek(context: ShiftContext, { week, revision }: { week: string; revision: string }) {
  const { db, caller, now } = context
  const { businessId } = caller
  const today = dayOf(now)
  const leftOut = await db.transaction().execute(async (tx) => {
    const planned = await lockWeek(tx, businessId, { week, now })
    if (rules.revisionOf(planned) !== revision) throw new AppError('changed_meanwhile')
    const closed = closedDaysOf(week, await findAllHours(tx, businessId))
    let count = 0
    let isChanged = false
    for (const one of planned) {
      const copied = copyOf(one.person, week, closed)
      if (!copied) continue
      count += copied.leftOut
      const published = one.stored?.published ?? null
      const days = rules.publishable(copied.days, { week, published, today })
      if (rules.isSame(days, one.draft)) continue
      isChanged = true
      const draft = rules.isSame(days, published) ? null : days
      await queries.upsertDraft(tx, businessId, { userId: one.person.userId, week, days: draft })
    }
    if (isChanged) await emit(tx, caller, 'shift_week.copied', { campaignId: ALL_CAMPAIGNS, week })
    return count
  })
  return { success: true as const, week: await readWeek(context, week), leftOut }
}

/** A person's shifts of the week before on the days of a week; undefined: they were always on. */
function copyOf(person: rules.ShiftPerson, week: string, closed: readonly string[]) {
  const before = daysOfWeek(plusDays(week, -7)).map((day) => shiftsOn(rules.shiftsOf(person), day))
  if (before.every((shifts) => shifts === null)) return
  const isOut = (day: string) => closed.includes(day) || absenceOn(person.plan ?? NO_PLAN, day) !== null
  const all = daysOfWeek(week).map((day, i) => ({ shifts: [...(before[i] ?? [])], isOut: isOut(day) }))
  return {
    days: all.map((day) => (day.isOut ? [] : day.shifts)),
    leftOut: all.reduce((sum, day) => sum + (day.isOut ? day.shifts.length : 0), 0),
  }
}
