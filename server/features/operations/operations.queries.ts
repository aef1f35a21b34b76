import { type RawBuilder, sql } from 'kysely'
import type { LeftReason, OperationKind, OperationSize, OperationState } from '#contract/leads/operations.ts'
import type { Db } from '../../platform/db/db.ts'
import { UNPREPARED } from '../../platform/db/named-statements.ts'
import type { Action, Outcome } from './operation-handler.ts'
import { changedBy, rowsOf } from './operations.sql.ts'

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
  /** Number of items that the undo restored. */
  undoDone: number | null
  /** The kind of the operation that this one undoes. */
  undoneKind: OperationKind | null
  authorId: string
  authorName: string | null
  authorImage: string | null
  statusHe: string | null
  statusEn: string | null
  personName: string | null
  campaignName: string | null
  leadId: string | null
  /** The lead's campaign now. */
  leadCampaignId: string | null
  createdAt: string
  startedAt: string | null
  finishedAt: string | null
}

const shown = sql`select o.id, o.subject, o.kind, o.action, o.is_required as "isRequired", o.state, o.total, o.done, o.skipped, o.error, o.undoes,
    o.undone_by as "undoneBy", u.state as "undoState", u.done as "undoDone", t.kind as "undoneKind", o.author_id as "authorId", a.name as "authorName",
    a.image as "authorImage", s.name_he as "statusHe", s.name_en as "statusEn", p.name as "personName",
    c.name as "campaignName", o.lead_id as "leadId", l.campaign_id as "leadCampaignId",
    o.created_at as "createdAt", o.started_at as "startedAt", o.finished_at as "finishedAt"
  from operations o
    left join operations u on u.business_id = o.business_id and u.id = o.undone_by
    left join operations t on t.business_id = o.business_id and t.id = o.undoes
    left join campaigns c on c.business_id = o.business_id and c.id = (o.action->>'campaignId')::uuid
    left join leads l on l.business_id = o.business_id and l.id = o.lead_id
    left join users a on a.id = o.author_id
    left join users p on p.id = (o.action->>'assignedTo')::uuid
    left join lead_statuses s on s.business_id = o.business_id and s.id = (o.action->>'statusId')::uuid`

/** If `authorId` is null, operations of all authors are selected. */
type OfAuthor = { authorId: string | null }
type Listed = OfAuthor & { of: OperationSize }
const isOfAuthor = ({ authorId }: OfAuthor) => (authorId === null ? sql`true` : sql`o.author_id = ${authorId}`)
const isOfSize: Record<OperationSize, RawBuilder<unknown>> = {
  all: sql`true`,
  many: sql`o.lead_id is null`,
  one: sql`o.lead_id is not null`,
}
const isListed = (listed: Listed) => sql`${isOfAuthor(listed)} and ${isOfSize[listed.of]}`

export async function listOperations(
  db: Db,
  businessId: string,
  { offset, limit, ...listed }: Listed & { offset: number; limit: number },
) {
  const { rows } = await sql<OperationRow>`${shown} where o.business_id = ${businessId} and ${isListed(listed)}
    order by o.created_at desc, o.id desc limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** The number of operations, up to one more than `most`. */
export async function countOperations(db: Db, businessId: string, listed: Listed, most: number) {
  const { rows } = await sql<{ total: number }>`select count(*) as total from (select from operations o
    where o.business_id = ${businessId} and ${isListed(listed)} limit ${most + 1}) counted`.execute(db)
  return rows[0]?.total ?? 0
}

export async function findOperation(db: Db, businessId: string, { id, authorId }: OfAuthor & { id: string }) {
  const { rows } = await sql<OperationRow>`${shown} where o.business_id = ${businessId} and o.id = ${id}
    and ${isOfAuthor({ authorId })}`.execute(db)
  return rows[0]
}

/** Ids of the items that an operation changed and that no undo has restored. */
export async function listChanged(db: Db, businessId: string, id: string) {
  const { rows } = await sql<{ id: string }>`${changedBy(businessId, id)} order by item_id`.execute(db)
  return rows.map((row) => row.id)
}

type Skipped = Pick<OperationRow, 'id' | 'leadId'>
/** Items that were skipped and, of an act on one lead, the lead if some of its fields were left as they are. */
const isSkipped = ({ leadId }: Skipped) =>
  leadId === null
    ? sql`outcome not in ('changed', 'undone', 'same')`
    : sql`(outcome not in ('changed', 'undone', 'same') or before ? 'kept')`

/** The items that were skipped, with the reasons. */
export async function listSkipped(db: Db, businessId: string, row: Skipped, limit: number) {
  const { rows } = await sql<{ itemId: string; reason: LeftReason; kept: string[] | null }>`
    select o.item_id as "itemId", case when o.outcome in ('changed', 'undone') then 'changed_since' else o.outcome end as reason,
      o.before -> 'kept' as kept from operation_items o
    where o.business_id = ${businessId} and o.operation_id = ${row.id} and ${isSkipped(row)}
    order by o.item_id desc limit ${limit}`.execute(db)
  return rows
}

export async function countSkipped(db: Db, businessId: string, row: Skipped) {
  const { rows } = await sql<{ total: number }>`select count(*) as total from operation_items
    where business_id = ${businessId} and operation_id = ${row.id} and ${isSkipped(row)}`.execute(db)
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
  undoes?: string | undefined
  /** The lead, if it is an act on one. */
  leadId?: string | null | undefined
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
  const {
    id,
    subject,
    kind,
    action,
    campaignIds,
    authorId,
    undoes = null,
    leadId = null,
    isRequired = false,
  } = operation
  const known = typeof matching === 'number' ? matching : 0
  await sql`insert into operations (business_id, id, subject, kind, action, campaign_ids, author_id, undoes, lead_id, is_required, total)
    values (${businessId}, ${id}, ${subject}, ${kind}, ${JSON.stringify(action)}::jsonb, ${campaignIds}::uuid[], ${authorId},
      ${undoes}, ${leadId}, ${isRequired}, ${known})`.execute(db)
  if (typeof matching === 'number') return matching
  const { rows } = await sql<{ total: number }>`
    ${sql.raw(UNPREPARED)} with numbered as (select id, (row_number() over (order by id) - 1) / ${batchSize}::int as number from (${matching}) chosen),
    pieces as (insert into operation_batches (business_id, operation_id, number, item_ids)
      select ${businessId}, ${id}, number, array_agg(id) from numbered group by number returning cardinality(item_ids) as size)
    update operations set total = coalesce((select sum(size) from pieces), 0) where business_id = ${businessId} and id = ${id}
    returning total`.execute(db)
  return rows[0]?.total ?? 0
}

type DoneOperation = Pick<NewOperation, 'id' | 'subject' | 'action' | 'campaignIds' | 'authorId' | 'leadId'>
/** Stores an operation that is done, with its outcomes, in one statement. */
export async function insertDone(db: Db, businessId: string, operation: DoneOperation, outcomes: readonly Outcome[]) {
  const { id, subject, action, campaignIds, authorId, leadId = null } = operation
  const done = outcomes.filter(({ outcome }) => outcome === 'changed').length
  await sql`with stored as (
      insert into operations (business_id, id, subject, kind, action, campaign_ids, author_id, lead_id, state, total, done,
        skipped, started_at, finished_at)
      values (${businessId}, ${id}, ${subject}, ${action.kind}, ${JSON.stringify(action)}::jsonb, ${campaignIds}::uuid[],
        ${authorId}, ${leadId}, 'done', ${outcomes.length}, ${done}, ${outcomes.length - done}, now(), now()))
    insert into operation_items (business_id, operation_id, item_id, outcome, before, revision, prior_revision)
      select ${businessId}, ${id}, r.id, r.outcome, r.before, r.revision, r."priorRevision" from ${rowsOf(outcomes)}`.execute(
    db,
  )
}

/** Locks the operation until the transaction ends, so that it cannot be ended or undone concurrently. */
export const lockOperation = (db: Db, businessId: string, id: string) =>
  sql`select from operations where business_id = ${businessId} and id = ${id} for no key update`.execute(db)

export const setUndoneBy = (db: Db, businessId: string, { id, undoneBy }: { id: string; undoneBy: string | null }) =>
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
