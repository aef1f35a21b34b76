import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import type { Action, AppliedChange, Outcome } from './operation-handler.ts'

type LockedBatch = {
  action: Action
  campaignIds: string[] | null
  authorId: string
  undoes: string | null
} & ({ number: number; leadIds: string[] } | { number: null; leadIds: null })
/** Locks an unfinished operation and reads its next batch. Undefined: finished, or locked by another process. */
export async function lockNextBatch(db: Db, businessId: string, id: string) {
  const { rows } = await sql<LockedBatch>`
    with held as materialized (select * from operations where business_id = ${businessId} and id = ${id}
      and state in ('queued', 'running') for no key update skip locked)
    select h.action, h.campaign_ids as "campaignIds", h.author_id as "authorId", h.undoes, p.number, p.lead_ids as "leadIds"
    from held h left join lateral (select number, lead_ids from operation_batches
      where business_id = ${businessId} and operation_id = ${id} order by number limit 1) p on true`.execute(db)
  return rows[0]
}

/** The changes that an operation made to these leads. */
export async function listAppliedChanges(db: Db, businessId: string, id: string, leadIds: readonly string[]) {
  const { rows } = await sql<AppliedChange & { leadId: string }>`
    select lead_id as "leadId", before, revision from operation_leads
    where business_id = ${businessId} and operation_id = ${id} and lead_id = any(${leadIds}::uuid[]) and outcome = 'changed'`.execute(
    db,
  )
  return new Map(rows.map(({ leadId, before, revision }) => [leadId, { before, revision }]))
}

type FinishedBatch = { id: string; number: number; outcomes: Outcome[] }
/** Stores the outcomes of a batch and removes it from the batches to do. */
export async function insertOutcomes(db: Db, businessId: string, { id, number, outcomes }: FinishedBatch) {
  const changed = outcomes.filter(({ outcome }) => outcome === 'changed').length
  await Promise.all([
    sql`insert into operation_leads (business_id, operation_id, lead_id, outcome, before, revision)
      select ${businessId}, ${id}, r."leadId", r.outcome, r.before, r.revision
      from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as r("leadId" uuid, outcome text, before jsonb, revision int)`.execute(
      db,
    ),
    sql`delete from operation_batches where business_id = ${businessId} and operation_id = ${id} and number = ${number}`.execute(
      db,
    ),
    sql`update operations set state = 'running', done = done + ${changed}, skipped = skipped + ${outcomes.length - changed},
      started_at = coalesce(started_at, now()), heartbeat_at = now()
      where business_id = ${businessId} and id = ${id}`.execute(db),
  ])
}

/** Marks leads that an undo has restored. */
export const updateUndoneLeads = (db: Db, businessId: string, id: string, leadIds: readonly string[]) =>
  sql`update operation_leads set outcome = 'undone'
    where business_id = ${businessId} and operation_id = ${id} and lead_id = any(${leadIds}::uuid[])`.execute(db)

/** Unfinished operations of all businesses without a heartbeat for `idleMs`. Runs as the worker’s role. */
export async function listIdle(db: Db, idleMs: number) {
  const { rows } = await sql<{ businessId: string; operationId: string }>`
    select business_id as "businessId", id as "operationId" from operations
    where state in ('queued', 'running') and heartbeat_at < now() - ${idleMs} * interval '1 millisecond'`.execute(db)
  return rows
}
