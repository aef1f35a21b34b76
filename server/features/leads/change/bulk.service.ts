import type { Db } from '../../../platform/db/db.ts'
import type { Author } from '../../../platform/events/emit.ts'
import type { Batch, Outcome } from '../../operations/operation-handler.ts'
import {
  findAssignable,
  listActiveMembers,
  listLiveCampaigns,
  listWorkers,
  lockStatuses,
} from '../lead-references.queries.ts'
import { type LockedLead, lockLeads } from '../lead-writer.queries.ts'
import { applyAction, changeableOf, type LeadAction } from './bulk.rules.ts'
import { withResponses, writeLeads } from './lead-writer.service.ts'

type LeadBatch = Omit<Batch, 'action' | 'undoes'> & { act: LeadAction }

/** Applies one action to a batch of leads. Each changed lead gets its own event. */
export async function changeLeads(tx: Db, author: Author, batch: LeadBatch): Promise<Outcome[]> {
  const { businessId } = author
  const { ids, act, now, operationId } = batch
  const leads = await lockLeads(tx, businessId, ids, now)
  const byId = new Map(leads.map((lead) => [lead.id, lead]))
  const context = await actionContextOf(tx, businessId, leads, batch)
  const results = ids.map((id) => ({ id, lead: byId.get(id), result: applyAction(byId.get(id), act, context) }))
  const changed = results.flatMap(({ lead, result }) =>
    lead && result.outcome === 'changed' ? [{ before: lead, after: result.after }] : [],
  )
  const changes = act.kind === 'undo' ? await withResponses(tx, businessId, changed) : changed
  const revisions = await writeLeads(tx, author, changes, {
    operationId,
    isActivity: act.kind !== 'replace' && act.kind !== 'replace_option',
  })
  return results.map(({ id, lead, result }) => ({
    id,
    outcome: result.outcome,
    before: lead && result.outcome === 'changed' ? changeableOf(lead) : null,
    revision: revisions.get(id) ?? null,
    ...(lead && act.kind !== 'undo' && { priorRevision: lead.revision }),
  }))
}

async function actionContextOf(tx: Db, businessId: string, leads: LockedLead[], { act, campaigns, now }: LeadBatch) {
  const target = act.kind === 'move' ? act.campaignId : undefined
  const former = act.kind === 'undo' ? [...act.done.values()].map(({ before }) => before) : []
  const assignee = act.kind === 'assign' ? act.assignedTo : null
  const isReassigned = act.kind === 'undo' && (act.of === 'assign' || act.of === 'move')
  const formerAssignees = isReassigned ? former.map(({ assignedTo }) => assignedTo) : []
  const assignees = leads.flatMap(({ assignedTo }) => assignedTo ?? [])
  const [campaignsLeft, statuses, assignable, members, workers] = await Promise.all([
    listLiveCampaigns(tx, businessId, unique([...leads, ...former, { campaignId: target }])),
    lockStatuses(tx, businessId),
    assignee ? findAssignable(tx, businessId, assignee) : null,
    listActiveMembers(
      tx,
      businessId,
      formerAssignees.filter((id) => id !== null),
    ),
    target ? listWorkers(tx, businessId, target, assignees) : [],
  ])
  return {
    now: now.toISOString(),
    campaigns,
    liveCampaigns: new Set(campaignsLeft.map(({ id }) => id)),
    statuses: new Map(statuses.map((status) => [status.id, status])),
    activeMembers: new Set(members.map(({ id }) => id)),
    workers: new Set(workers.map(({ id }) => id)),
    assignable: assignable === undefined ? [] : assignable,
  }
}
const unique = (places: readonly { campaignId?: string | undefined }[]) => [
  ...new Set(places.flatMap(({ campaignId }) => campaignId ?? [])),
]
