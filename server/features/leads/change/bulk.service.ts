import type { LeftReason } from '#contract/leads/operations.ts'
import type { Db } from '../../../platform/db/db.ts'
import { type Author, emitAll } from '../../../platform/events/emit.ts'
import { findAssignable } from '../lead-references.queries.ts'
import { countedOf, counterDelta, counterDeltas } from '../leads.rules.ts'
import * as queries from './bulk.queries.ts'
import { lockStatuses } from './bulk.queries.ts'
import { applyAction, type Changeable, changeableOf, type LeadAction } from './bulk.rules.ts'
import { type LockedLead, lockLeads, updateDuplicateMarks } from './change.queries.ts'

/** The outcome for one lead. */
export type LeadOutcome = {
  leadId: string
  outcome: 'changed' | 'same' | LeftReason
  before: Changeable | null
  revision: number | null
}
type Batch = {
  leadIds: readonly string[]
  act: LeadAction
  /** Campaigns in which the author may do this; null: all. */
  campaigns: readonly string[] | null
  operationId: string
  now: Date
}

/** Applies one action to a batch of leads. Each changed lead gets its own event. */
export async function changeLeads(tx: Db, author: Author, batch: Batch): Promise<LeadOutcome[]> {
  const { businessId } = author
  const { leadIds, act, now } = batch
  const leads = await lockLeads(tx, businessId, leadIds, now)
  const byId = new Map(leads.map((lead) => [lead.id, lead]))
  const context = await actionContextOf(tx, businessId, leads, batch)
  const results = leadIds.map((id) => ({ id, lead: byId.get(id), result: applyAction(byId.get(id), act, context) }))
  const changes = results.flatMap(({ lead, result }) =>
    lead && result.outcome === 'changed' ? [{ before: lead, after: result.after }] : [],
  )
  const revisions = changes.length ? await store(tx, author, changes, batch) : new Map<string, number>()
  return results.map(({ id, lead, result }) => ({
    leadId: id,
    outcome: result.outcome,
    before: lead && result.outcome === 'changed' ? changeableOf(lead) : null,
    revision: revisions.get(id) ?? null,
  }))
}

async function actionContextOf(tx: Db, businessId: string, leads: LockedLead[], { act, campaigns, now }: Batch) {
  const campaignIds = [...new Set(leads.map(({ campaignId }) => campaignId))]
  const assignee = act.kind === 'assign' ? act.assignedTo : null
  const formerAssignees =
    act.kind === 'undo' && act.of === 'assign' ? [...act.done.values()].map(({ before }) => before.assignedTo) : []
  const [campaignsLeft, statuses, assignable, members] = await Promise.all([
    queries.listLiveCampaigns(tx, businessId, campaignIds),
    lockStatuses(tx, businessId),
    assignee ? findAssignable(tx, businessId, assignee) : null,
    queries.listActiveMembers(
      tx,
      businessId,
      formerAssignees.filter((id) => id !== null),
    ),
  ])
  return {
    now: now.toISOString(),
    campaigns,
    liveCampaigns: new Set(campaignsLeft.map(({ id }) => id)),
    statuses: new Map(statuses.map((status) => [status.id, status])),
    activeMembers: new Set(members.map(({ id }) => id)),
    assignable: assignable === undefined ? [] : assignable,
  }
}

type Change = { before: LockedLead; after: LockedLead }
async function store(tx: Db, author: Author, changes: Change[], { operationId, act }: Batch) {
  const { businessId } = author
  const restoredLeads = changes.filter(({ before, after }) => before.deletedAt && !after.deletedAt)
  const [revisions] = await Promise.all([
    queries.updateLeadsEach(
      tx,
      businessId,
      changes.map(({ after }) => ({ id: after.id, ...changeableOf(after) })),
      act.kind !== 'replace',
    ),
    emitChanges(tx, author, changes, operationId),
    restoredLeads.length &&
      updateDuplicateMarks(
        tx,
        businessId,
        restoredLeads.map(({ after }) => after.id),
      ),
  ])
  return revisions
}

async function emitChanges(tx: Db, author: Author, changes: Change[], operationId: string) {
  const groups = Map.groupBy(changes, ({ before, after }) =>
    (before.deletedAt === null) === (after.deletedAt === null)
      ? 'lead.changed'
      : after.deletedAt
        ? 'lead.deleted'
        : 'lead.restored',
  )
  for (const [name, of] of groups) {
    const about = ({ id, campaignId }: LockedLead) => ({ leadId: id, campaignId, operationId })
    if (name === 'lead.changed') {
      const payloads = of.map(({ before, after }) => ({
        ...about(before),
        changes: changesOf(before, after),
        // Leads in the trash are not counted.
        counts: before.deletedAt ? [] : counterDeltas(countedOf(before), countedOf(after)),
        ...(before.lostReason !== after.lostReason && {
          personal: { changes: { lostReason: [before.lostReason, after.lostReason] } },
        }),
      }))
      await emitAll(tx, author, name, payloads)
    } else {
      const sign = name === 'lead.deleted' ? -1 : 1
      const payloads = of.map(({ before, after }) => ({
        ...about(before),
        // Leads in the trash are not counted: subtract the state before deletion, add the state after restoring.
        counts: [counterDelta(countedOf(sign === 1 ? after : before), sign)],
      }))
      await emitAll(tx, author, name, payloads)
    }
  }
}

const reportedFields = ['statusId', 'assignedTo', 'tags'] as const
const changesOf = (before: LockedLead, after: LockedLead) =>
  Object.fromEntries(
    reportedFields
      .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
      .map((field): [string, [unknown, unknown]] => [field, [before[field], after[field]]]),
  )
