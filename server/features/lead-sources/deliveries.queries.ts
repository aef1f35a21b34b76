import { sql } from 'kysely'
import type { LeadDelivery, UnreadReason } from '#contract/lead-sources/lead-sources.ts'
import { type Db, rowsOf } from '../../platform/db/db.ts'
import type { StoredFields } from './stored-fields.rules.ts'

export type DeliveryState = LeadDelivery['state'] | 'sample'
type New = {
  id: string
  sourceId: string
  at: string
  state: 'waiting' | 'sample'
  contentType: string | null
  address: string
  raw: string
  isBase64: boolean
  fields: StoredFields | null
}
const valuesOf = (businessId: string, one: New) => ({
  business_id: businessId,
  id: one.id,
  source_id: one.sourceId,
  at: one.at,
  state: one.state,
  content_type: one.contentType,
  address: one.address,
  raw: one.raw,
  is_base64: one.isBase64,
  fields: one.fields && JSON.stringify(one.fields),
  due_at: one.state === 'waiting' ? one.at : null,
})
export const insertDelivery = (db: Db, businessId: string, one: New) =>
  db.insertInto('lead_deliveries').values(valuesOf(businessId, one)).execute()

/** The request is the sample that the source waits for, if it does. */
export const takeAsSample = (db: Db, businessId: string, of: { sourceId: string; id: string; now: string }) =>
  db
    .updateTable('lead_sources')
    .set({ sample_id: of.id, captures_until: null })
    .where('business_id', '=', businessId)
    .where('id', '=', of.sourceId)
    .where('captures_until', '>', of.now)
    .execute()

export type DueDelivery = { businessId: string; id: string }
/** `attempts`: made before. */
export type Due = DueDelivery & { attempts: number }
/** Requests that wait to be read, the oldest of each business first, so that no business delays another. By the worker. */
export const listDue = (workerDb: Db, now: string, most: number) =>
  rowsOf<Due>(
    workerDb,
    sql`select w.business_id as "businessId", w.id, w.attempts from (
        select business_id, id, due_at, attempts, row_number() over (partition by business_id order by due_at, id) as place
        from lead_deliveries where state = 'waiting' and due_at <= ${now}::timestamptz) w
      order by w.place, w.due_at limit ${most}`,
  )

export type LockedDelivery = {
  id: string
  sourceId: string
  at: string
  contentType: string | null
  address: string
  raw: string
  isBase64: boolean
  fields: StoredFields | null
  corrections: Record<string, string> | null
  isTrusted: boolean
  attempts: number
}
/** A request that waits, locked; undefined: another process has it, or it was read. */
export const lockWaiting = (tx: Db, businessId: string, id: string) =>
  tx
    .selectFrom('lead_deliveries')
    .select([
      'id',
      'source_id as sourceId',
      'at',
      'content_type as contentType',
      'address',
      'raw',
      'is_base64 as isBase64',
      'fields',
      'corrections',
      'is_trusted as isTrusted',
      'attempts',
    ])
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .forUpdate()
    .skipLocked()
    .$castTo<LockedDelivery>()
    .executeTakeFirst()

/** Requests with the same lead are read one after the other. */
export const lockSameness = (tx: Db, businessId: string, of: { sourceId: string; sameness: string }) =>
  sql`select pg_advisory_xact_lock(
    hashtextextended(${`lead of ${businessId} ${of.sourceId} ${of.sameness}`}, 0))`.execute(tx)

/** The lead that came by an earlier request with this id or, since this time, with this body. */
export async function findSame(
  tx: Db,
  businessId: string,
  { sourceId, sameness, since }: { sourceId: string; sameness: string; since: string | null },
) {
  const row = await tx
    .selectFrom('lead_deliveries')
    .select('lead_id as leadId')
    .where('business_id', '=', businessId)
    .where('source_id', '=', sourceId)
    .where('sameness', '=', sameness)
    .where('state', '=', 'lead')
    .$if(since !== null, (query) => query.where('at', '>', since))
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row
}

export type Read = {
  state: Exclude<DeliveryState, 'waiting'>
  reason: UnreadReason | null
  fields: StoredFields
  sameness: string | null
  leadId: string | null
}
export const settleDelivery = (tx: Db, businessId: string, id: string, { leadId, fields, ...read }: Read) =>
  tx
    .updateTable('lead_deliveries')
    .set({ ...read, fields: JSON.stringify(fields), lead_id: leadId, due_at: null })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute()

/**
 * Counts an attempt and sets when the next one is, in case that this one fails or ends the process. False: another
 * process has it, or it was read.
 */
export async function startAttempt(
  db: Db,
  businessId: string,
  id: string,
  { now, next }: { now: string; next: string },
) {
  const { numUpdatedRows } = await db
    .updateTable('lead_deliveries')
    .set((row) => ({ attempts: sql<number>`${row.ref('attempts')} + 1`, due_at: next }))
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('due_at', '<=', now)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0
}

/** After the last attempt a person decides. */
export const giveUp = (db: Db, businessId: string, id: string) =>
  db
    .updateTable('lead_deliveries')
    .set({ state: 'unread', reason: 'failed', due_at: null })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()

const ROWS_AT_ONCE = 500
/** Replaces a request with several leads by one for each, however many. */
export async function splitDelivery(tx: Db, businessId: string, whole: LockedDelivery, parts: New[]) {
  const rows = parts.map((part) => valuesOf(businessId, part))
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
    await tx
      .insertInto('lead_deliveries')
      .values(rows.slice(at, at + ROWS_AT_ONCE))
      .execute()
  await tx
    .updateTable('lead_sources')
    .set({ sample_id: parts[0]?.id ?? null })
    .where('business_id', '=', businessId)
    .where('id', '=', whole.sourceId)
    .where('sample_id', '=', whole.id)
    .execute()
  await tx.deleteFrom('lead_deliveries').where('business_id', '=', businessId).where('id', '=', whole.id).execute()
}

export const deleteDelivery = (tx: Db, businessId: string, id: string) =>
  tx.deleteFrom('lead_deliveries').where('business_id', '=', businessId).where('id', '=', id).execute()

export const findDelivery = (db: Db, businessId: string, id: string) =>
  db
    .selectFrom('lead_deliveries')
    .select(['id', 'at', 'state', 'content_type as contentType', 'raw', 'is_base64 as isBase64', 'fields'])
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .$castTo<
      Pick<LockedDelivery, 'id' | 'at' | 'contentType' | 'raw' | 'isBase64' | 'fields'> & { state: DeliveryState }
    >()
    .executeTakeFirst()
