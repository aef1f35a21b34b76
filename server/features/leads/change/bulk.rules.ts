import type {
  LeftReason,
  OperationAction,
  OperationKind,
  ReplaceAction,
  ReplaceOptionAction,
} from '#contract/leads/operations.ts'
import { TAGS_MAX, tagKey, uniqueTags } from '#contract/leads/tags.ts'
import { actsEverywhere, hasRight, type Right } from '#contract/roles.ts'
import type { Member } from '../../../platform/http/caller.ts'
import { replaceIn } from '../../lead-fields/options.rules.ts'
import { withValues } from '../../lead-fields/values.rules.ts'
import type { ChosenStatus } from '../lead-references.queries.ts'
import type { LockedLead } from '../lead-writer.queries.ts'
import { isAssignable, isSameValue, patchLead, respondAt, statusRefusal } from './lead-writer.rules.ts'

/** The fields of a lead that an operation may change. */
export type Changeable = Pick<
  LockedLead,
  'campaignId' | 'statusId' | 'lostReason' | 'assignedTo' | 'tags' | 'firstResponseAt' | 'deletedAt'
>
/** A change that was made: the fields before the change, and the revision after it. Older ones lack the campaign. */
export type AppliedChange = { before: Omit<Changeable, 'campaignId'> & Partial<Changeable>; revision: number }
/** A mark is no change of the lead (read-marks.service.ts). */
type ReadAction = { kind: 'read' | 'unread' }
/** An action, or the undo of one. */
export type LeadAction =
  | Exclude<OperationAction, ReadAction>
  | ReplaceAction
  | ReplaceOptionAction
  | {
      kind: 'undo'
      of: Exclude<OperationKind, 'undo' | 'replace' | 'replace_option' | ReadAction['kind']>
      done: ReadonlyMap<string, AppliedChange>
    }

const rightOf: Record<OperationAction['kind'], Right> = {
  status: 'leads.bulk',
  tag: 'leads.bulk',
  read: 'leads.bulk',
  unread: 'leads.bulk',
  assign: 'leads.assign',
  delete: 'leads.delete',
  restore: 'leads.delete',
  move: 'leads.move',
}

/** Campaigns in which a member may apply this action to leads in bulk; null means all campaigns. */
export function campaignsFor({ role, campaignRoles }: Member, kind: OperationAction['kind']): readonly string[] | null {
  if (actsEverywhere(role)) return null
  return [...campaignRoles].filter(([, inCampaign]) => hasRight(inCampaign, rightOf[kind])).map(([id]) => id)
}

/** Data that the rules need in addition to the lead. */
export type ActionContext = {
  now: string
  /** Campaigns in which the author may apply the action; null means all campaigns. */
  campaigns: readonly string[] | null
  /** The batch’s campaigns that are not deleted. */
  liveCampaigns: ReadonlySet<string>
  /** Campaigns whose leads may be assigned to the new assignee; null means all campaigns. */
  assignable: readonly string[] | null
  /** The leads' assignees to whom leads of the campaign of a move may be assigned. */
  workers: ReadonlySet<string>
  /** Statuses that are not deleted, by id. */
  statuses: ReadonlyMap<string, ChosenStatus>
  /** Former assignees who are still active members. */
  activeMembers: ReadonlySet<string>
}
export type ActionResult = { outcome: 'same' | LeftReason } | { outcome: 'changed'; after: LockedLead }

const skipped = (outcome: 'same' | LeftReason): ActionResult => ({ outcome })

/** Applies the action to one lead, or gives the reason why it is skipped. */
export function applyAction(lead: LockedLead | undefined, act: LeadAction, context: ActionContext): ActionResult {
  if (!lead) return skipped('gone')
  if (context.campaigns && !context.campaigns.includes(lead.campaignId)) return skipped('forbidden')
  if (act.kind === 'undo') return undone(lead, act, context)
  if (act.kind === 'replace') return replaced(lead, act, context)
  if (act.kind === 'replace_option') return optionReplaced(lead, act, context)
  if (lead.mergedInto) return skipped('gone')
  if (act.kind === 'restore') return lead.deletedAt ? restored(lead, { deletedAt: null }, context) : skipped('same')
  if (act.kind === 'delete')
    return lead.deletedAt ? skipped('same') : changed(lead, { deletedAt: context.now }, context)
  if (lead.deletedAt) return skipped('gone')
  if (act.kind === 'tag') return retagged(lead, act, context)
  if (act.kind === 'move') return moved(lead, act.campaignId, context)
  return act.kind === 'assign' ? assigned(lead, act.assignedTo, context) : statusChanged(lead, act, context)
}

const changed = (
  lead: LockedLead,
  values: Partial<Changeable & Pick<LockedLead, 'fields'>>,
  { statuses }: ActionContext,
): ActionResult => ({
  outcome: 'changed',
  after: patchLead(lead, values, statuses.get(values.statusId ?? lead.statusId)?.type ?? lead.statusType),
})

/** A lead is not restored into a deleted campaign. */
const restored = (lead: LockedLead, values: Partial<Changeable>, context: ActionContext): ActionResult =>
  context.liveCampaigns.has(lead.campaignId) ? changed(lead, values, context) : skipped('campaign_gone')

function undone(
  lead: LockedLead,
  { of, done }: Extract<LeadAction, { kind: 'undo' }>,
  context: ActionContext,
): ActionResult {
  const before = done.get(lead.id)
  if (before?.revision !== lead.revision) return skipped('changed_since')
  const { assignedTo, statusId } = before.before
  if (!context.statuses.has(statusId)) return skipped('status_gone')
  const isReassigned = of === 'assign' || of === 'move'
  if (isReassigned && assignedTo && !context.activeMembers.has(assignedTo)) return skipped('not_assignable')
  if (of === 'move') return movedBack(lead, before.before, context)
  return (of === 'delete' ? restored : changed)(lead, before.before, context)
}

type StatusChange = { statusId: string; lostReason?: string | undefined }
/** A change of status counts as the first response, as it does for a single lead. */
function statusChanged(lead: LockedLead, { statusId, lostReason }: StatusChange, context: ActionContext): ActionResult {
  const status = context.statuses.get(statusId)
  if (!status) return skipped('status_gone')
  if (lead.statusId === statusId && (lostReason ?? lead.lostReason) === lead.lostReason) return skipped('same')
  const refusal = lead.statusId === statusId ? null : statusRefusal(status, lead.campaignId)
  if (refusal) return skipped(refusal)
  const reason = lostReason === undefined ? {} : { lostReason }
  return changed(lead, { statusId, ...reason, ...respondAt(lead, context.now) }, context)
}

/** Replaces a deleted status, also of leads in the trash. This does not count as a response to the lead. */
const replaced = (lead: LockedLead, { from, statusId }: ReplaceAction, context: ActionContext): ActionResult =>
  lead.statusId === from ? changed(lead, { statusId }, context) : skipped('same')

/** Replaces removed options of an own field, also of leads in the trash. */
function optionReplaced(
  lead: LockedLead,
  { field, options }: ReplaceOptionAction,
  context: ActionContext,
): ActionResult {
  const before = lead.fields[field]
  const after = replaceIn(before, options)
  if (before === undefined || isSameValue(before, after)) return skipped('same')
  return changed(lead, { fields: withValues(lead.fields, { [field]: after }) }, context)
}

function assigned(lead: LockedLead, assignedTo: string | null, context: ActionContext): ActionResult {
  if (lead.assignedTo === assignedTo) return skipped('same')
  if (assignedTo && !isAssignable(context.assignable, lead.campaignId)) return skipped('not_assignable')
  return changed(lead, { assignedTo }, context)
}

/** A lead keeps its status; a person who does not work in the campaign loses the lead. */
function moved(lead: LockedLead, campaignId: string, context: ActionContext): ActionResult {
  if (lead.campaignId === campaignId) return skipped('same')
  const refusal = moveRefusal(lead.statusId, campaignId, context)
  if (refusal) return skipped(refusal)
  const isLost = lead.assignedTo !== null && !context.workers.has(lead.assignedTo)
  return changed(lead, { campaignId, ...(isLost && { assignedTo: null }) }, context)
}

/** The right to move is needed in the former campaign, too. */
function movedBack(lead: LockedLead, before: AppliedChange['before'], context: ActionContext): ActionResult {
  const { campaignId = lead.campaignId, statusId } = before
  if (context.campaigns && !context.campaigns.includes(campaignId)) return skipped('forbidden')
  const refusal = moveRefusal(statusId, campaignId, context)
  return refusal ? skipped(refusal) : changed(lead, before, context)
}

const moveRefusal = (statusId: string, campaignId: string, { liveCampaigns, statuses }: ActionContext) =>
  liveCampaigns.has(campaignId) ? statusRefusal(statuses.get(statusId), campaignId) : 'campaign_gone'

type TagChange = { add?: string[] | undefined; remove?: string[] | undefined }
/** Tags are compared case-insensitively; an existing tag keeps its spelling. */
function retagged(lead: LockedLead, { add = [], remove = [] }: TagChange, context: ActionContext): ActionResult {
  const removed = remove.map(tagKey)
  const tags = uniqueTags([...lead.tags.filter((tag) => !removed.includes(tagKey(tag))), ...add])
  if (tags.length > TAGS_MAX) return skipped('too_many_tags')
  return isSameValue(tags, lead.tags) ? skipped('same') : changed(lead, { tags }, context)
}

export const changeableOf = ({
  campaignId,
  statusId,
  lostReason,
  assignedTo,
  tags,
  firstResponseAt,
  deletedAt,
}: LockedLead): Changeable => ({
  campaignId,
  statusId,
  lostReason,
  assignedTo,
  tags,
  firstResponseAt,
  deletedAt,
})
