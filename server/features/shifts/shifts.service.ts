import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import type { Right } from '#contract/roles.ts'
import { shiftStateAt } from '#contract/shifts/person-shifts.ts'
import { PAUSE_DAYS_MAX, type ShiftPlan } from '#contract/shifts/shift-shapes.ts'
import { newShiftSettings, type ShiftSettings } from '#contract/shifts/shifts.ts'
import { dayOf } from '#contract/values/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { changesTo } from '../../platform/events/changes.ts'
import { emit } from '../../platform/events/emit.ts'
import type { Member } from '../../platform/http/caller.ts'
import { AppError, invalidInput } from '../../platform/http/errors.ts'
import { requireCampaigns } from '../campaigns/campaigns.service.ts'
import { firstWeekAt, rewritePeriods } from './shift-periods.service.ts'
import * as queries from './shifts.queries.ts'
import * as rules from './shifts.rules.ts'

const DAY_MS = 86_400_000

export type ShiftContext = { db: Db; caller: Member; now: Date }
/** The version that the caller read. */
type Expected = { expected: number }

export const settingsOf = async (db: Db, businessId: string) =>
  (await queries.findSettings(db, businessId)) ?? { settings: newShiftSettings, version: 0 }

/** A member who can have shifts. */
async function requirePerson(db: Db, businessId: string, { userId, now }: { userId: string; now: Date }) {
  const [person] = await queries.listPeople(db, businessId, { since: firstWeekAt(now), userId })
  if (!person || !rules.canHaveShifts(person)) throw new AppError('user_not_found')
  return person
}

export async function readShifts({ db, caller: { businessId }, now }: ShiftContext, userId: string) {
  const [person, { settings }] = await Promise.all([
    requirePerson(db, businessId, { userId, now }),
    settingsOf(db, businessId),
  ])
  return {
    success: true as const,
    userId,
    shifts: rules.shiftsOf(person),
    version: person.version,
    onCallCounts: settings.onCallCounts,
    templates: settings.templates,
  }
}

/** Replaces a person's weekly hours and exceptions. The same plan twice is one change. */
export async function changePlan(
  context: ShiftContext,
  userId: string,
  { plan, expected }: { plan: ShiftPlan } & Expected,
) {
  const { db, caller, now } = context
  const { businessId } = caller
  const wanted = rules.storedPlan(plan, dayOf(now))
  await db.transaction().execute(async (tx) => {
    await queries.lockShifts(tx, businessId)
    const before = await requirePerson(tx, businessId, { userId, now })
    const { plan: stored } = rules.shiftsOf(before)
    const parts = (['weekly', 'exceptions'] as const).filter((part) => !rules.isSame(stored[part], wanted[part]))
    if (!parts.length) return
    if (before.version !== expected) throw new AppError('changed_meanwhile')
    await queries.upsertPlan(tx, businessId, { userId, plan: wanted })
    await rewritePeriods(tx, businessId, { userIds: [userId], now })
    await emit(tx, caller, 'shift_plan.changed', { campaignId: ALL_CAMPAIGNS, userId, shiftParts: parts })
  })
  return readShifts(context, userId)
}

/** Takes a person off shift until a moment; null ends the pause. */
export async function changePause(context: ShiftContext, userId: string, until: string | null) {
  const { db, caller, now } = context
  const { businessId } = caller
  if (until && !isPause(new Date(until), now)) throw invalidInput('until', 'out_of_range')
  const wanted = until && new Date(until).toISOString()
  await db.transaction().execute(async (tx) => {
    await queries.lockShifts(tx, businessId)
    const { pausedUntil } = await requirePerson(tx, businessId, { userId, now })
    const running = pausedUntil && new Date(pausedUntil) > now ? new Date(pausedUntil).toISOString() : null
    if (running === wanted) return
    await queries.upsertPause(tx, businessId, { userId, from: wanted && now.toISOString(), until: wanted })
    await rewritePeriods(tx, businessId, { userIds: [userId], now })
    await emit(tx, caller, 'shift_pause.changed', { campaignId: ALL_CAMPAIGNS, userId, pausedUntil: wanted })
  })
  return readShifts(context, userId)
}
const isPause = (until: Date, now: Date) => until > now && until.getTime() - now.getTime() <= PAUSE_DAYS_MAX * DAY_MS

const campaignsOf = ({ role, campaignRoles }: Member, right: Right) =>
  rules.campaignsWith({ role, campaigns: Object.fromEntries(campaignRoles) }, right)

/** With the minimums of the campaigns that the caller has. */
export async function readSettings({ db, caller }: Omit<ShiftContext, 'now'>) {
  const { settings, version } = await settingsOf(db, caller.businessId)
  const own = campaignsOf(caller, 'shifts.own')
  const minimums = settings.minimums.filter(({ campaignId }) => !own || own.includes(campaignId))
  return { success: true as const, settings: { ...settings, minimums }, version }
}

/** Minimums of campaigns that are gone are dropped. */
export async function changeSettings(
  context: Omit<ShiftContext, 'now'>,
  { settings, expected }: { settings: ShiftSettings } & Expected,
) {
  const { db, caller } = context
  const { businessId } = caller
  await db.transaction().execute(async (tx) => {
    await queries.lockShifts(tx, businessId)
    const before = await settingsOf(tx, businessId)
    if (rules.isSame(before.settings, settings)) return
    if (before.version !== expected) throw new AppError('changed_meanwhile')
    const known = new Set(before.settings.minimums.map(({ campaignId }) => campaignId))
    const added = settings.minimums.filter(({ campaignId }) => !known.has(campaignId))
    await requireCampaigns(
      tx,
      businessId,
      added.map(({ campaignId }) => campaignId),
    )
    const live = await queries.listCampaigns(tx, businessId)
    const minimums = settings.minimums.filter(({ campaignId }) => live.some(({ id }) => id === campaignId))
    await queries.upsertSettings(tx, businessId, { ...settings, minimums })
    const changes = changesTo(named(before.settings), named(settings))
    await emit(tx, caller, 'shift_settings.changed', { campaignId: ALL_CAMPAIGNS, changes })
  })
  return readSettings(context)
}
/** By the names that the audit log has texts for. */
const named = ({ templates, minimums, onCallCounts }: ShiftSettings) => ({
  shiftTemplates: templates,
  shiftMinimums: minimums,
  onCallCounts,
})

/** Who is on shift now, of the people of the caller's campaigns. */
export async function readNow({ db, caller, now }: ShiftContext) {
  const { businessId } = caller
  const [people, { settings }] = await Promise.all([
    queries.listPeople(db, businessId, { since: firstWeekAt(now) }),
    settingsOf(db, businessId),
  ])
  const campaigns = campaignsOf(caller, 'shifts.now')
  return {
    success: true as const,
    at: now.toISOString(),
    people: rules.peopleIn(people, campaigns).map((person) => {
      const { isOn, isAlways, nextChange } = shiftStateAt(rules.shiftsOf(person), now, settings)
      return { _id: person.userId, name: person.name, image: person.image, isOn, isAlways, nextChange }
    }),
  }
}
