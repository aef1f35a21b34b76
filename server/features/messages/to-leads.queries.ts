import { sql } from 'kysely'
import { type Db, rowsOf } from '../../platform/db/db.ts'
import type { Lease } from '../../platform/jobs/due-work.ts'

/** A message to a lead that is due; its text is in the row to which it points. */
export type DueToLead = {
  id: string
  businessId: string
  leadMessageId: string
  accountId: string | null
  /** Number of attempts at the provider, before the current one. */
  attempts: number
}

type NewToLead = {
  id: string
  leadMessageId: string
  channel: 'mail' | 'sms' | 'whatsapp'
  recipient: string
  dueAt: Date
}
export const insertToLead = (tx: Db, businessId: string, { dueAt, ...message }: NewToLead) =>
  sql`insert into messages (id, business_id, account_id, channel, kind, recipient, lead_message_id, is_to_lead, due_at)
    select ${message.id}, ${businessId}, (select b.created_by from businesses b where b.business_id = ${businessId}),
      ${message.channel}, 'notice', ${message.recipient}, ${message.leadMessageId}, true, ${dueAt.toISOString()}`.execute(
    tx,
  )

/** Leases due messages to leads, of all businesses. Runs as the worker's role. */
export const takeDueToLeads = (db: Db, { now, leaseUntil, most }: Lease) =>
  rowsOf<DueToLead>(
    db,
    sql`update messages set due_at = ${leaseUntil.toISOString()}
      where id in (select id from messages where state = 'queued' and lead_message_id is not null
        and due_at <= ${now.toISOString()} order by due_at limit ${most} for update skip locked)
      returning id, business_id as "businessId", lead_message_id as "leadMessageId", account_id as "accountId", attempts`,
  )

type Outcome =
  | { state: 'queued'; dueAt: Date; isTry: boolean; error?: string }
  | { state: 'sent'; at: Date; sid: string | null; segments: number | null }
  | { state: 'failed'; error: string; code: number | null }
/** What became of a try. Runs as the worker's role. */
export function updateToLead(tx: Db, id: string, outcome: Outcome) {
  const set = tx.updateTable('messages').where('id', '=', id)
  if (outcome.state === 'queued') {
    const { dueAt, isTry, error = null } = outcome
    return set
      .set({
        // What changed since this look began is looked at again (hastenToLeads).
        due_at: sql<string>`case when due_at = '-infinity' then due_at else ${dueAt.toISOString()} end`,
        error,
        ...(isTry && { attempts: sql<number>`attempts + 1` }),
      })
      .execute()
  }
  if (outcome.state === 'failed')
    return set.set({ state: 'failed', error: outcome.error, error_code: outcome.code }).execute()
  const { at, sid, segments } = outcome
  // A delivery report may have come before the provider's reply.
  return set
    .set({
      state: 'sent',
      sent_at: at.toISOString(),
      error: null,
      provider_sid: sql<string | null>`coalesce(${sid}, provider_sid)`,
      segments,
    })
    .execute()
}

/** Looks at the waiting messages of these businesses again. Runs as the worker's role. */
export const hastenToLeads = (tx: Db, businessIds: readonly string[]) =>
  sql`update messages q set due_at = '-infinity' from lead_messages m
    where q.state = 'queued' and q.business_id = any(${businessIds}::uuid[])
      and m.business_id = q.business_id and m.id = q.lead_message_id and m.state = 'waiting'`.execute(tx)

/** The message of a lead to which a row of the queue points. Runs as the worker's role. */
export async function findPointedAt(db: Db, id: string) {
  const [row] = await rowsOf<{ businessId: string; leadMessageId: string }>(
    db,
    sql`select business_id as "businessId", lead_message_id as "leadMessageId" from messages
      where id = ${id} and lead_message_id is not null`,
  )
  return row
}
