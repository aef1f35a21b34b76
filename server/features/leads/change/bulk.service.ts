import type { LeftReason } from '#contract/operations.ts'
import type { Db } from '../../../platform/db/db.ts'
import { type Author, emitAll } from '../../../platform/events/emit.ts'
import { findAssignable } from '../lead-references.queries.ts'
import { countedOf, countStep, countSteps } from '../leads.rules.ts'
import * as queries from './bulk.queries.ts'
import { holdStatuses } from './bulk.queries.ts'
import { type Act, type Changeable, changeableOf, fateOf } from './bulk.rules.ts'
import { type HeldLead, lockLeads, updateTwins } from './change.queries.ts'

/** What became of a lead. */
export type Outcome = {
  leadId: string
  outcome: 'changed' | 'same' | LeftReason
  before: Changeable | null
  revision: number | null
}
type Piece = {
  leadIds: readonly string[]
  act: Act
  /** Where the author may do this; null: everywhere. */
  campaigns: readonly string[] | null
  operationId: string
  now: Date
}

/** Does one act to a piece of leads, in the given transaction: each changed lead with one event of its own. */
export async function changeLeads(tx: Db, author: Author, piece: Piece): Promise<Outcome[]> {
  const { businessId } = author
  const { leadIds, act, now } = piece
  const leads = await lockLeads(tx, businessId, leadIds, now)
  const byId = new Map(leads.map((lead) => [lead.id, lead]))
  const around = await surroundingsOf(tx, businessId, leads, piece)
  const fates = leadIds.map((id) => ({ id, lead: byId.get(id), fate: fateOf(byId.get(id), act, around) }))
  const changes = fates.flatMap(({ lead, fate }) =>
    lead && fate.outcome === 'changed' ? [{ before: lead, after: fate.after }] : [],
  )
  const revisions = changes.length ? await store(tx, author, changes, piece) : new Map<string, number>()
  return fates.map(({ id, lead, fate }) => ({
    leadId: id,
    outcome: fate.outcome,
    before: lead && fate.outcome === 'changed' ? changeableOf(lead) : null,
    revision: revisions.get(id) ?? null,
  }))
}

async function surroundingsOf(tx: Db, businessId: string, leads: HeldLead[], { act, campaigns, now }: Piece) {
  const wanted = [...new Set(leads.map(({ campaignId }) => campaignId))]
  const assignee = act.kind === 'assign' ? act.assignedTo : null
  const givenBack =
    act.kind === 'undo' && act.of === 'assign' ? [...act.done.values()].map(({ before }) => before.assignedTo) : []
  const [live, statuses, assignable, present] = await Promise.all([
    queries.listLiveCampaigns(tx, businessId, wanted),
    holdStatuses(tx, businessId),
    assignee ? findAssignable(tx, businessId, assignee) : null,
    queries.listPresent(
      tx,
      businessId,
      givenBack.filter((id) => id !== null),
    ),
  ])
  return {
    now: now.toISOString(),
    campaigns,
    live: new Set(live.map(({ id }) => id)),
    statuses: new Map(statuses.map((status) => [status.id, status])),
    present: new Set(present.map(({ id }) => id)),
    assignable: assignable === undefined ? [] : assignable,
  }
}

type Change = { before: HeldLead; after: HeldLead }
async function store(tx: Db, author: Author, changes: Change[], { operationId, act }: Piece) {
  const { businessId } = author
  const returned = changes.filter(({ before, after }) => before.deletedAt && !after.deletedAt)
  const [revisions] = await Promise.all([
    queries.updateLeadsEach(
      tx,
      businessId,
      changes.map(({ after }) => ({ id: after.id, ...changeableOf(after) })),
      act.kind !== 'replace',
    ),
    emitChanges(tx, author, changes, operationId),
    returned.length &&
      updateTwins(
        tx,
        businessId,
        returned.map(({ after }) => after.id),
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
    const about = ({ id, campaignId }: HeldLead) => ({ leadId: id, campaignId, operationId })
    if (name === 'lead.changed') {
      const payloads = of.map(({ before, after }) => ({
        ...about(before),
        changes: changesOf(before, after),
        // What lies in the trash is not counted.
        counts: before.deletedAt ? [] : countSteps(countedOf(before), countedOf(after)),
        ...(before.lostReason !== after.lostReason && {
          personal: { changes: { lostReason: [before.lostReason, after.lostReason] } },
        }),
      }))
      await emitAll(tx, author, name, payloads)
    } else {
      const sign = name === 'lead.deleted' ? -1 : 1
      const payloads = of.map(({ before, after }) => ({
        ...about(before),
        // What lies in the trash is not counted: it goes as it was, and comes as it will be.
        counts: [countStep(countedOf(sign === 1 ? after : before), sign)],
      }))
      await emitAll(tx, author, name, payloads)
    }
  }
}

const told = ['statusId', 'assignedTo', 'tags'] as const
const changesOf = (before: HeldLead, after: HeldLead) =>
  Object.fromEntries(
    told
      .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
      .map((field): [string, [unknown, unknown]] => [field, [before[field], after[field]]]),
  )
