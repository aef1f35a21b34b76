import { type RawBuilder, sql } from 'kysely'
import type { LeftReason, OperationKind, OperationState } from '#contract/leads/operations.ts'
import type { Db } from '../../platform/db/db.ts'
import { UNPREPARED } from '../../platform/db/named-statements.ts'
import type { Action } from './operation-handler.ts'

/** An operation with the names of its author and of the status or person in its action. */
export type OperationRow = {
  id: string
  subject: string
  kind: OperationKind
  action: Action
  isRequired: boolean
  state: OperationState
  total: number
  done: number
  skipped: number
  error: string | null
  undoes: string | null
  undoneBy: string | null
  undoState: OperationState | null
  authorId: string
  authorName: string | null
  authorImage: string | null
  statusHe: string | null
  statusEn: string | null
  personName: string | null
  createdAt: string
  startedAt: string | null
  finishedAt: string | null
}

const shown = sql`select o.id, o.subject, o.kind, o.action, o.is_required as "isRequired", o.state, o.total, o.done, o.skipped, o.error, o.undoes,
    o.undone_by as "undoneBy", u.state as "undoState", o.author_id as "authorId", a.name as "authorName",
    a.image as "authorImage", s.name_he as "statusHe", s.name_en as "statusEn", p.name as "personName",
    o.created_at as "createdAt", o.started_at as "startedAt", o.finished_at as "finishedAt"
  from operations o
    left join operations u on u.business_id = o.business_id and u.id = o.undone_by
    left join users a on a.id = o.author_id
    left join users p on p.id = (o.action->>'assignedTo')::uuid
    left join lead_statuses s on s.business_id = o.business_id and s.id = (o.action->>'statusId')::uuid`

/** If `authorId` is null, operations of all authors are selected. */
type OfAuthor = { authorId: string | null }
const isOfAuthor = ({ authorId }: OfAuthor) => sql`(${authorId}::uuid is null or o.author_id = ${authorId}::uuid)`

export async function listOperations(
  db: Db,
  businessId: string,
  { authorId, offset, limit }: OfAuthor & { offset: number; limit: number },
) {
  const { rows } = await sql<OperationRow>`${shown} where o.business_id = ${businessId} and ${isOfAuthor({ authorId })}
    order by o.created_at desc, o.id desc limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export async function countOperations(db: Db, businessId: string, author: OfAuthor) {
  const { rows } = await sql<{ total: number }>`select count(*) as total from operations o
    where o.business_id = ${businessId} and ${isOfAuthor(author)}`.execute(db)
  return rows[0]?.total ?? 0
}

export async function findOperation(db: Db, businessId: string, { id, authorId }: OfAuthor & { id: string }) {
  const { rows } = await sql<OperationRow>`${shown} where o.business_id = ${businessId} and o.id = ${id}
    and ${isOfAuthor({ authorId })}`.execute(db)
  return rows[0]
}

/** The items that were skipped, with the reasons. */
export async function listSkipped(db: Db, businessId: string, { id, limit }: { id: string; limit: number }) {
  const { rows } = await sql<{ itemId: string; reason: LeftReason; kept: string[] | null }>`
    select o.item_id as "itemId", o.outcome as reason, o.before -> 'kept' as kept from operation_items o
    where o.business_id = ${businessId} and o.operation_id = ${id} and o.outcome not in ('changed', 'undone', 'same')
    order by o.item_id desc limit ${limit}`.execute(db)
  return rows
}

export async function countSkipped(db: Db, businessId: string, id: string) {
  const { rows } = await sql<{ total: number }>`select count(*) as total from operation_items
    where business_id = ${businessId} and operation_id = ${id} and outcome not in ('changed', 'undone', 'same')`.execute(
    db,
  )
  return rows[0]?.total ?? 0
}

export type NewOperation = {
  id: string
  /** The subject under which the handler is registered. */
  subject: string
  kind: OperationKind
  action: Action
  campaignIds: readonly string[] | null
  authorId: string
  /** The id of the operation that this one undoes. */
  undoes?: string
  /** The operation cannot be cancelled or undone, and it is retried if it fails. */
  isRequired?: boolean
}
/**
 * Stores an operation and, in batches, the items that `matching` selects. Returns their number. If `matching` is a
 * number, the handler names the items later (`next`); the number is only an estimate.
 */
export async function insertOperation(
  db: Db,
  businessId: string,
  operation: NewOperation,
  { matching, batchSize }: { matching: RawBuilder<unknown> | number; batchSize: number },
) {
  const { id, subject, kind, action, campaignIds, authorId, undoes = null, isRequired = false } = operation
  const known = typeof matching === 'number' ? matching : 0
  await sql`insert into operations (business_id, id, subject, kind, action, campaign_ids, author_id, undoes, is_required, total)
    values (${businessId}, ${id}, ${subject}, ${kind}, ${JSON.stringify(action)}::jsonb, ${campaignIds}::uuid[], ${authorId},
      ${undoes}, ${isRequired}, ${known})`.execute(db)
  if (typeof matching === 'number') return matching
  const { rows } = await sql<{ total: number }>`
    ${sql.raw(UNPREPARED)} with numbered as (select id, (row_number() over (order by id) - 1) / ${batchSize}::int as number from (${matching}) chosen),
    pieces as (insert into operation_batches (business_id, operation_id, number, item_ids)
      select ${businessId}, ${id}, number, array_agg(id) from numbered group by number returning cardinality(item_ids) as size)
    update operations set total = coalesce((select sum(size) from pieces), 0) where business_id = ${businessId} and id = ${id}
    returning total`.execute(db)
  return rows[0]?.total ?? 0
}

/** Locks the operation until the transaction ends, so that it cannot be ended or undone concurrently. */
export const lockOperation = (db: Db, businessId: string, id: string) =>
  sql`select from operations where business_id = ${businessId} and id = ${id} for no key update`.execute(db)

export const setUndoneBy = (db: Db, businessId: string, { id, undoneBy }: { id: string; undoneBy: string }) =>
  db
    .updateTable('operations')
    .set({ undone_by: undoneBy })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute()

/**
 * Ends an unfinished operation and deletes its remaining batches. A required operation neither fails nor is cancelled:
 * resumeOperations retries it.
 */
export async function endOperation(
  db: Db,
  businessId: string,
  { id, state, error = null }: { id: string; state: 'done' | 'failed' | 'cancelled'; error?: string | null },
) {
  const { rows } = await sql<{ id: string }>`
    update operations set state = ${state}, error = ${error}, finished_at = now()
    where business_id = ${businessId} and id = ${id} and state in ('queued', 'running')
      and (${state} = 'done' or not is_required) returning id`.execute(db)
  if (rows.length)
    await sql`delete from operation_batches where business_id = ${businessId} and operation_id = ${id}`.execute(db)
  return rows.length > 0
}
