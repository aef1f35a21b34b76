import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import type { AssignmentPerson, CampaignAssignment } from '#contract/leads/assignment/assignment.ts'
import { type AssignmentRule, noRule } from '#contract/leads/assignment/assignment-shapes.ts'
import { actsEverywhere } from '#contract/roles.ts'
import type { Db } from '../../platform/db/db.ts'
import { changesTo } from '../../platform/events/changes.ts'
import { emit } from '../../platform/events/emit.ts'
import type { Member } from '../../platform/http/caller.ts'
import { AppError } from '../../platform/http/errors.ts'
import { canInCampaign, canReadCampaign } from '../access/access.rules.ts'
import { requireCampaigns } from '../campaigns/campaigns.service.ts'
import * as queries from './assignment.queries.ts'
import { listCandidates } from './choosing.queries.ts'

type Context = { db: Db; caller: Member; now: Date }

/** The rule of a campaign and the people who can get its leads, for those who may change it. */
export async function readAssignment({ db, caller, now }: Context, campaignId: string) {
  await requireRight({ db, caller }, campaignId)
  const { businessId } = caller
  const [stored, candidates, waiting] = await Promise.all([
    queries.findRule(db, businessId, campaignId),
    listCandidates(db, businessId, { campaignId, at: now }),
    queries.countWaiting(db, businessId, campaignId),
  ])
  const users = await queries.listUsers(
    db,
    businessId,
    candidates.map(({ userId }) => userId),
  )
  const people = candidates.flatMap(({ userId, isOnShift, open, capacity }): AssignmentPerson[] => {
    const user = users.find(({ _id }) => _id === userId)
    const load = actsEverywhere(caller.role) ? { open, capacity } : { open: null, capacity: null }
    return user ? [{ user, isOnShift, ...load }] : []
  })
  const ids = new Set(people.map(({ user }) => user._id))
  const rule = withoutStrangers({ ...noRule, ...stored?.rule }, ids)
  const assignment: CampaignAssignment = { rule, version: stored?.version ?? 0, people, waiting }
  return { success: true as const, assignment }
}

/** People who left the campaign since the rule was set get no leads, and are not shown. */
const withoutStrangers = (rule: AssignmentRule, ids: ReadonlySet<string>): AssignmentRule => ({
  ...rule,
  members: rule.members.filter(({ userId }) => ids.has(userId)),
  escalation: rule.escalation && { ...rule.escalation, userIds: rule.escalation.userIds.filter((id) => ids.has(id)) },
})

async function requireRight({ db, caller }: Pick<Context, 'db' | 'caller'>, campaignId: string) {
  if (!canReadCampaign(caller, campaignId)) throw new AppError('campaign_not_found')
  await requireCampaigns(db, caller.businessId, [campaignId])
  if (!canInCampaign(caller, 'assignment.edit', campaignId)) throw new AppError('forbidden')
}

type Change = { rule: AssignmentRule; expected: number }
export async function changeAssignment(context: Context, campaignId: string, { rule: sent, expected }: Change) {
  const { db, caller, now } = context
  const { businessId } = caller
  await requireRight(context, campaignId)
  const rule = { ...sent, members: unique(sent.members) }
  await db.transaction().execute(async (tx) => {
    await queries.lockRules(tx, businessId)
    const stored = await queries.findRule(tx, businessId, campaignId)
    const before = { ...noRule, ...stored?.rule }
    const changes = changesTo(named(before), named(rule))
    // The same rule again is no change, whatever version was read: a button may be pressed twice.
    if (!Object.keys(changes).length) return
    if ((stored?.version ?? 0) !== expected) throw new AppError('changed_meanwhile')
    const candidates = await listCandidates(tx, businessId, { campaignId, at: now })
    const ids = new Set(candidates.map(({ userId }) => userId))
    const chosen = [...rule.members.map(({ userId }) => userId), ...(rule.escalation?.userIds ?? [])]
    if (chosen.some((id) => !ids.has(id))) throw new AppError('user_not_found')
    await queries.upsertRule(tx, businessId, { campaignId, rule, version: expected + 1 })
    if ('assignmentMode' in changes || 'assignmentMembers' in changes)
      await queries.deleteTurns(tx, businessId, campaignId)
    await emit(tx, caller, 'assignment.changed', { campaignId, changes })
  })
  return readAssignment(context, campaignId)
}

const unique = (members: AssignmentRule['members']) =>
  members.filter(({ userId }, place) => members.findIndex((other) => other.userId === userId) === place)

/** As the audit log names them. */
const named = ({ mode, members, escalation, onShiftOnly, knownFirst, waits }: AssignmentRule) => ({
  assignmentMode: mode,
  assignmentMembers: members.map(({ userId, weight }) => `${userId} ${weight}`),
  onShiftOnly,
  knownFirst,
  assignmentWaits: waits,
  escalation: escalation && JSON.stringify(escalation),
})

export async function readCapacity({ db, caller }: Omit<Context, 'now'>, userId: string) {
  const load = await queries.findLoad(db, caller.businessId, userId)
  if (!load) throw new AppError('user_not_found')
  return { success: true as const, ...load }
}

export async function changeCapacity({ db, caller }: Omit<Context, 'now'>, userId: string, capacity: number | null) {
  const { businessId } = caller
  await db.transaction().execute(async (tx) => {
    const before = await queries.findCapacity(tx, businessId, userId)
    if (!before) throw new AppError('user_not_found')
    if (before.capacity === capacity) return
    await queries.putCapacity(tx, businessId, userId, capacity)
    const changes = { leadCapacity: [before.capacity, capacity] as [unknown, unknown] }
    await emit(tx, caller, 'lead_capacity.changed', { campaignId: ALL_CAMPAIGNS, userId, changes })
  })
  return { success: true as const }
}
