import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import type { Action, AppliedChange, Outcome } from './operation-handler.ts'
import { rowsOf } from './operations.sql.ts'

type LockedBatch = {
  subject: string
  action: Action
  /** Number of items with an outcome. */
  passed: number
  campaignIds: string[] | null
  authorId: string
  undoes: string | null
  /** If the operation undoes an undo: the operation whose changes it makes again. */
  redoes: string | null
  /** Null if no batch is stored. */
  number: number | null
  ids: string[] | null
}
/**
 * Locks an unfinished operation and reads its next batch. Returns undefined if it is finished or locked by another
 * process.
 */
export async function lockNextBatch(db: Db, businessId: string, id: string) {
  const { rows } = await sql<LockedBatch>`
    with held as materialized (select * from operations where business_id = ${businessId} and id = ${id}
      and state in ('queued', 'running') for no key update skip locked)
    select h.subject, h.action, h.done + h.skipped as passed, h.campaign_ids as "campaignIds", h.author_id as "authorId",
      h.undoes, (select u.undoes from operations u where u.business_id = h.business_id and u.id = h.undoes) as redoes,
      p.number, p.item_ids as ids
    from held h left join lateral (select number, item_ids from operation_batches
      where business_id = ${businessId} and operation_id = ${id} order by number limit 1) p on true`.execute(db)
  return rows[0]
}

/** The changes that an operation made to these items. */
export async function listAppliedChanges(db: Db, businessId: string, id: string, ids: readonly string[]) {
  const { rows } = await sql<AppliedChange & { itemId: string }>`
    select item_id as "itemId", before, revision, prior_revision as "priorRevision" from operation_items
    where business_id = ${businessId} and operation_id = ${id} and item_id = any(${ids}::uuid[]) and outcome = 'changed'`.execute(
    db,
  )
  return new Map(rows.map(({ itemId, ...change }) => [itemId, change]))
}

type FinishedBatch = { id: string; number: number | null; outcomes: Outcome[] }
/** Stores the outcomes of a batch and deletes the batch from those to do. Each item is counted once. */
export async function insertOutcomes(db: Db, businessId: string, { id, number, outcomes }: FinishedBatch) {
  const fresh = outcomes.filter(({ replaces }) => replaces === undefined)
  const replaced = outcomes.filter(({ replaces }) => replaces !== undefined)
  const changed = outcomes.filter(({ outcome, replaces }) => outcome === 'changed' && replaces !== 'changed').length
  await Promise.all([
    sql`insert into operation_items (business_id, operation_id, item_id, outcome, before, revision, prior_revision)
      select ${businessId}, ${id}, r.id, r.outcome, r.before, r.revision, r."priorRevision" from ${rowsOf(fresh)}`.execute(
      db,
    ),
    replaced.length &&
      sql`update operation_items i set outcome = r.outcome, before = r.before, revision = r.revision,
        prior_revision = r."priorRevision" from ${rowsOf(replaced)}
        where i.business_id = ${businessId} and i.operation_id = ${id} and i.item_id = r.id`.execute(db),
    sql`delete from operation_batches where business_id = ${businessId} and operation_id = ${id} and number = ${number}`.execute(
      db,
    ),
    sql`update operations set state = 'running', done = done + ${changed}, skipped = skipped + ${fresh.length - changed},
      total = greatest(total, done + skipped + ${fresh.length}), started_at = coalesce(started_at, now()), heartbeat_at = now()
      where business_id = ${businessId} and id = ${id}`.execute(db),
  ])
}
/** Marks items that an undo has restored. */
export const updateUndone = (db: Db, businessId: string, id: string, ids: readonly string[]) =>
  sql`update operation_items set outcome = 'undone'
    where business_id = ${businessId} and operation_id = ${id} and item_id = any(${ids}::uuid[])`.execute(db)

type Redone = { id: string; priorRevision: number | null; revision: number | null }
/** After the undo of an undo, the items of the first operation count as changed by it again. */
export const updateRedone = (db: Db, businessId: string, id: string, redone: readonly Redone[]) =>
  sql`update operation_items i set outcome = 'changed', revision = r.revision, prior_revision = r."priorRevision"
    from jsonb_to_recordset(${JSON.stringify(redone)}::jsonb) as r(id uuid, "priorRevision" int, revision int)
    where i.business_id = ${businessId} and i.operation_id = ${id} and i.item_id = r.id and i.outcome = 'undone'`.execute(
    db,
  )

type Reverted = { id: string; priorRevision: number; revision: number }
/**
 * After an undo, an item has the state that an earlier operation left it in, so the change of that operation counts as
 * the newest again.
 */
export const updateRevisions = (db: Db, businessId: string, reverted: readonly Reverted[]) =>
  sql`update operation_items i set revision = r.revision
    from jsonb_to_recordset(${JSON.stringify(reverted)}::jsonb) as r(id uuid, "priorRevision" int, revision int)
    where i.business_id = ${businessId} and i.item_id = r.id and i.revision = r."priorRevision" and i.outcome = 'changed'`.execute(
    db,
  )

/** Unfinished operations of all businesses without a heartbeat for `idleMs`. Runs as the worker’s role. */
export async function listIdle(db: Db, idleMs: number) {
  const { rows } = await sql<{ businessId: string; operationId: string }>`
    select business_id as "businessId", id as "operationId" from operations
    where state in ('queued', 'running') and heartbeat_at < now() - ${idleMs} * interval '1 millisecond'`.execute(db)
  return rows
}
