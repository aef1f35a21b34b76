import { isChosenIn } from '#contract/lead-status.ts'
import type { LeftReason, OperationAction, OperationKind, ReplaceAction } from '#contract/operations.ts'
import { NOT_ANSWERED } from '#contract/responses.ts'
import { TAGS_MAX, tagKey, uniqueTags } from '#contract/tags.ts'
import type { ChosenStatus } from '../lead-references.queries.ts'
import type { HeldLead } from './change.queries.ts'

/** What an operation may change in a lead. */
export type Changeable = Pick<
  HeldLead,
  'statusId' | 'lostReason' | 'assignedTo' | 'tags' | 'firstResponseAt' | 'deletedAt'
>
/** What was done to a lead: what it had before, and its revision afterwards. */
export type Done = { before: Changeable; revision: number }
/** An action, or taking one of this kind back. */
export type Act =
  | OperationAction
  | ReplaceAction
  | { kind: 'undo'; of: Exclude<OperationKind, 'undo' | 'replace'>; done: ReadonlyMap<string, Done> }

/** What must be known beside the lead. `null`: all campaigns. */
export type Surroundings = {
  now: string
  /** Where the author may do this. */
  campaigns: readonly string[] | null
  /** Of the piece's campaigns, those that are not deleted. */
  live: ReadonlySet<string>
  /** Where the person who is to have the leads works. */
  assignable: readonly string[] | null
  /** That leads can be given. */
  statuses: ReadonlyMap<string, ChosenStatus>
  /** Of those to whom an undo would give leads back, who is still there. */
  present: ReadonlySet<string>
}
export type Fate = { outcome: 'same' | LeftReason } | { outcome: 'changed'; after: HeldLead }

const left = (outcome: 'same' | LeftReason): Fate => ({ outcome })

/** What becomes of one lead. */
export function fateOf(lead: HeldLead | undefined, act: Act, around: Surroundings): Fate {
  if (!lead) return left('gone')
  if (around.campaigns && !around.campaigns.includes(lead.campaignId)) return left('forbidden')
  if (act.kind === 'undo') return undone(lead, act, around)
  if (act.kind === 'replace') return replaced(lead, act, around)
  if (act.kind === 'restore') return lead.deletedAt ? broughtBack(lead, { deletedAt: null }, around) : left('same')
  if (act.kind === 'delete') return lead.deletedAt ? left('same') : changed(lead, { deletedAt: around.now }, around)
  if (lead.deletedAt) return left('gone')
  if (act.kind === 'tag') return retagged(lead, act, around)
  return act.kind === 'assign' ? assigned(lead, act.assignedTo, around) : moved(lead, act, around)
}

const changed = (lead: HeldLead, values: Partial<Changeable>, around: Surroundings): Fate => ({
  outcome: 'changed',
  after: withValues(lead, values, around),
})

/** A lead does not come back into a campaign that is gone. */
const broughtBack = (lead: HeldLead, values: Partial<Changeable>, around: Surroundings): Fate =>
  around.live.has(lead.campaignId) ? changed(lead, values, around) : left('campaign_gone')

function undone(lead: HeldLead, { of, done }: Extract<Act, { kind: 'undo' }>, around: Surroundings): Fate {
  const before = done.get(lead.id)
  if (before?.revision !== lead.revision) return left('changed_since')
  const { assignedTo, statusId } = before.before
  if (!around.statuses.has(statusId)) return left('status_gone')
  if (of === 'assign' && assignedTo && !around.present.has(assignedTo)) return left('not_assignable')
  return (of === 'delete' ? broughtBack : changed)(lead, before.before, around)
}

type Moving = { statusId: string; lostReason?: string | undefined }
/** A change of status is an answer, as it is with one lead. */
function moved(lead: HeldLead, { statusId, lostReason }: Moving, around: Surroundings): Fate {
  const status = around.statuses.get(statusId)
  if (!status) return left('status_gone')
  if (lead.statusId === statusId && (lostReason ?? lead.lostReason) === lead.lostReason) return left('same')
  if (lead.statusId !== statusId && !isChosenIn(status, lead.campaignId)) return left('status_hidden')
  const why = lostReason === undefined ? {} : { lostReason }
  return changed(lead, { statusId, ...why, firstResponseAt: lead.firstResponseAt ?? around.now }, around)
}

/** Nobody has done anything about the lead, where it lies in the trash, too. */
const replaced = (lead: HeldLead, { from, statusId }: ReplaceAction, around: Surroundings): Fate =>
  lead.statusId === from ? changed(lead, { statusId }, around) : left('same')

function assigned(lead: HeldLead, assignedTo: string | null, around: Surroundings): Fate {
  if (lead.assignedTo === assignedTo) return left('same')
  const isTheirs = !assignedTo || !around.assignable || around.assignable.includes(lead.campaignId)
  return isTheirs ? changed(lead, { assignedTo }, around) : left('not_assignable')
}

type Tagging = { add?: string[] | undefined; remove?: string[] | undefined }
/** Compared whatever the case: a tag that is there stays as it is written. */
function retagged(lead: HeldLead, { add = [], remove = [] }: Tagging, around: Surroundings): Fate {
  const removed = remove.map(tagKey)
  const tags = uniqueTags([...lead.tags.filter((tag) => !removed.includes(tagKey(tag))), ...add])
  if (tags.length > TAGS_MAX) return left('too_many_tags')
  return JSON.stringify(tags) === JSON.stringify(lead.tags) ? left('same') : changed(lead, { tags }, around)
}

/** The lead afterwards, with what follows from the values for the counters. */
function withValues(lead: HeldLead, values: Partial<Changeable>, { statuses }: Surroundings): HeldLead {
  const after = { ...lead, ...values }
  const statusType = statuses.get(after.statusId)?.type ?? lead.statusType
  const response = !after.firstResponseAt ? NOT_ANSWERED : lead.firstResponseAt ? lead.response : lead.responseNow
  return { ...after, response, statusType, lostReason: statusType === 'Lost' ? (after.lostReason ?? null) : null }
}

export const changeableOf = ({
  statusId,
  lostReason,
  assignedTo,
  tags,
  firstResponseAt,
  deletedAt,
}: HeldLead): Changeable => ({
  statusId,
  lostReason,
  assignedTo,
  tags,
  firstResponseAt,
  deletedAt,
})
