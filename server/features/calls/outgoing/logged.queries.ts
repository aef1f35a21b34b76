import { sql } from 'kysely'
import { type Db, rowsOf } from '../../../platform/db/db.ts'

/** What a logged call is stored from. */
export type Logged = {
  id: string
  leadId: string
  campaignId: string
  userId: string
  direction: 'inbound' | 'outbound'
  phone: string | null
  isAnswered: boolean
  startedAt: string
  seconds: number
  note: string
  /** When it was logged. */
  at: string
  /** The lead that it came from by a merge. */
  mergedFrom: string | null
}

/** The columns that an edit may change. */
const said = ({ direction, phone, isAnswered, userId, startedAt, seconds, note }: Logged) => ({
  direction,
  caller: direction === 'inbound' ? phone : null,
  called: direction === 'outbound' ? (phone ?? '') : '',
  status: isAnswered ? 'Answered' : 'Not Answered',
  started_at: startedAt,
  answered_at: isAnswered ? startedAt : null,
  answered_by: isAnswered ? userId : null,
  ended_at: new Date(Date.parse(startedAt) + seconds * 1_000).toISOString(),
  talk_s: seconds,
  total_s: seconds,
  note,
})

/** False: it is there already. */
export async function insertLogged(tx: Db, businessId: string, call: Logged) {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('calls')
    .values({
      business_id: businessId,
      id: call.id,
      // No provider knows it.
      provider_sid: call.id,
      campaign_id: call.campaignId,
      lead_id: call.leadId,
      merged_from: call.mergedFrom,
      made_by: call.userId,
      is_logged: true,
      logged_at: call.at,
      state: 'ended',
      reason: 'logged',
      ...said(call),
    })
    .onConflict((conflict) => conflict.columns(['business_id', 'id']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export const updateLogged = (tx: Db, businessId: string, call: Logged) =>
  tx
    .updateTable('calls')
    .set(said(call))
    .where('business_id', '=', businessId)
    .where('id', '=', call.id)
    .where('is_logged', '=', true)
    .execute()

/** A call that was logged by hand and is on a lead, locked. */
export async function lockLogged(tx: Db, businessId: string, id: string): Promise<Logged | undefined> {
  const [row] = await rowsOf<Logged>(
    tx,
    sql`select id, lead_id as "leadId", campaign_id as "campaignId", made_by as "userId", direction,
        coalesce(caller, nullif(called, '')) as phone, answered_at is not null as "isAnswered", started_at as "startedAt",
        talk_s as seconds, note, logged_at as at, merged_from as "mergedFrom"
      from calls where business_id = ${businessId} and id = ${id} and is_logged and lead_id is not null
        and campaign_id is not null and made_by is not null and erased_at is null for update`,
  )
  return row
}

export const deleteLogged = (tx: Db, businessId: string, id: string) =>
  tx
    .deleteFrom('calls')
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('is_logged', '=', true)
    .execute()

type Deleted = { at: string; deletedBy: string; log: Logged | null }
/** The last deletion of a call, with what was deleted; without it after an erasure. */
export async function findDeleted(tx: Db, businessId: string, id: string) {
  const [row] = await rowsOf<Deleted>(
    tx,
    sql`select at, actor->>'userId' as "deletedBy", personal->'log' as log from events
      where business_id = ${businessId} and name = 'call.log_deleted' and payload->>'callId' = ${id}
      order by id desc limit 1`,
  )
  return row
}
