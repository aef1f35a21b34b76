import { sql } from 'kysely'
import { mentions } from '../../platform/db/contact-match.ts'
import { type Db, rowsOf } from '../../platform/db/db.ts'
import type { ErasureTarget } from '../personal-data.ts'

export type Erasure = {
  id: string
  leadIds: string[]
  /** Phones in E.164 and e-mail addresses. */
  contacts: string[]
  askedBy: string
  askedAt: string
  firstPassAt: string | null
}

/** Unfinished erasures of all businesses. Runs as the worker’s role. */
export const listOpenErasures = (db: Db) =>
  db
    .selectFrom('person_erasures')
    .select(['business_id as businessId', 'id'])
    .where('finished_at', 'is', null)
    .orderBy('asked_at')
    .execute()

export const insertErasure = (tx: Db, businessId: string, erasure: Omit<Erasure, 'firstPassAt'>) =>
  tx
    .insertInto('person_erasures')
    .values({
      business_id: businessId,
      id: erasure.id,
      lead_ids: erasure.leadIds,
      contacts: erasure.contacts,
      asked_by: erasure.askedBy,
      asked_at: erasure.askedAt,
    })
    .execute()

/** Locks the erasure until the transaction ends. Returns undefined if it is finished or locked by another process. */
export const lockErasure = (tx: Db, businessId: string, id: string): Promise<Erasure | undefined> =>
  tx
    .selectFrom('person_erasures')
    .select(['id', 'lead_ids as leadIds', 'contacts', 'asked_by as askedBy', 'asked_at as askedAt'])
    .select('first_pass_at as firstPassAt')
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

export const updateFirstPass = (tx: Db, businessId: string, { id, at }: { id: string; at: Date }) =>
  sql`update person_erasures set first_pass_at = coalesce(first_pass_at, ${at.toISOString()}::timestamptz)
    where business_id = ${businessId} and id = ${id}`.execute(tx)

/** Marks the erasure as finished and deletes its search values, which are no longer needed. */
export const markFinished = (tx: Db, businessId: string, { id, at }: { id: string; at: Date }) =>
  tx
    .updateTable('person_erasures')
    .set({ finished_at: at.toISOString(), contacts: [] })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute()

/** Keeps only the origin of the author's request, which is not data of the lead. */
const traceOnly = sql`case when actor ? 'userId' and personal ? 'from' then jsonb_build_object('from', personal -> 'from') end`

/**
 * Erases personal data in the events of the leads, and in other events that name the person, such as an invitation or a
 * search.
 */
export async function eraseInEvents(tx: Db, businessId: string, { leadIds, matchTexts }: ErasureTarget) {
  await sql`update events set personal = ${traceOnly}
    where business_id = ${businessId} and lead_id = any(${leadIds}::uuid[]) and personal is not null`.execute(tx)
  await sql`update events set personal = ${traceOnly}
    where business_id = ${businessId} and lead_id is null and name not in ('call.started', 'call.changed', 'call.ended')
      and personal is not null and ${mentions(sql`personal::text`, matchTexts)}`.execute(tx)
}

/** Deletes stored replies to idempotent requests that created or changed the leads. */
export const eraseReplies = (tx: Db, businessId: string, { leadIds }: ErasureTarget) =>
  sql`delete from idempotency_keys where business_id = ${businessId}
    and (reply -> 'lead' ->> '_id' = any(${leadIds}::text[]) or reply -> 'item' ->> '_id' in (
      select e.id::text from events e where e.business_id = ${businessId} and e.lead_id = any(${leadIds}::uuid[])))`.execute(
    tx,
  )

/** The names of these leads; empty once they are erased. */
export async function listNames(tx: Db, businessId: string, leadIds: readonly string[]) {
  const rows = await rowsOf<{ name: string }>(
    tx,
    sql`select name from leads where business_id = ${businessId} and id = any(${leadIds}::uuid[])`,
  )
  return rows.map(({ name }) => name)
}
