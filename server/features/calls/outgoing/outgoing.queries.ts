import { sql } from 'kysely'
import { type Db, rowsOf } from '../../../platform/db/db.ts'

/** The name of a lead; null: it has none, or there is no lead. */
export async function findLeadName(db: Db, businessId: string, leadId: string | null) {
  if (!leadId) return null
  const [row] = await rowsOf<{ name: string }>(
    db,
    sql`select name from leads where business_id = ${businessId} and id = ${leadId}`,
  )
  return row?.name || null
}

/** Whether the lead is there, and was not answered yet. */
export async function isLeadOpen(db: Db, businessId: string, leadId: string): Promise<boolean> {
  const found = await rowsOf(
    db,
    sql`select from leads where business_id = ${businessId} and id = ${leadId} and deleted_at is null
      and first_response_at is null`,
  )
  return found.length > 0
}

type Marking = { leadId: string; isOn: boolean }
/** False: it was so before. */
export async function setDoNotCall(tx: Db, businessId: string, { leadId, isOn }: Marking): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('leads')
    .set({ do_not_call: isOn })
    .where('business_id', '=', businessId)
    .where('id', '=', leadId)
    .where('do_not_call', '=', !isOn)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

type Logged = {
  id: string
  leadId: string
  campaignId: string
  userId: string
  direction: 'inbound' | 'outbound'
  phone: string | null
  isAnswered: boolean
  startedAt: string
  endedAt: string
  seconds: number
  note: string
  at: string
}
export const insertLogged = (tx: Db, businessId: string, call: Logged) =>
  tx
    .insertInto('calls')
    .values({
      business_id: businessId,
      id: call.id,
      // No provider knows it.
      provider_sid: call.id,
      direction: call.direction,
      campaign_id: call.campaignId,
      lead_id: call.leadId,
      caller: call.direction === 'inbound' ? call.phone : null,
      called: call.direction === 'outbound' ? (call.phone ?? '') : '',
      made_by: call.userId,
      is_logged: true,
      logged_at: call.at,
      note: call.note,
      state: 'ended',
      status: call.isAnswered ? 'Answered' : 'Not Answered',
      reason: 'logged',
      started_at: call.startedAt,
      answered_at: call.isAnswered ? call.startedAt : null,
      answered_by: call.isAnswered ? call.userId : null,
      ended_at: call.endedAt,
      talk_s: call.seconds,
      total_s: call.seconds,
    })
    .execute()

export const lockLogged = (tx: Db, businessId: string, { id, userId }: { id: string; userId: string }) =>
  tx
    .selectFrom('calls')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('made_by', '=', userId)
    .where('is_logged', '=', true)
    .forUpdate()
    .executeTakeFirst()

export const deleteLogged = (tx: Db, businessId: string, id: string) =>
  tx
    .deleteFrom('calls')
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('is_logged', '=', true)
    .execute()
