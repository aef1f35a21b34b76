import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import type { Sought } from './lead-erasure.queries.ts'

/** Of a report, what says how the call went and not whose it was. */
const FACTS = [
  ...[
    'AccountSid',
    'CallSid',
    'ParentCallSid',
    'CallStatus',
    'CallDuration',
    'Timestamp',
    'SequenceNumber',
    'Direction',
  ],
  ...['DialCallStatus', 'DialBridged', 'DialCallSid', 'DialCallDuration', 'Digits'],
  ...['RecordingSid', 'RecordingStatus', 'RecordingDuration', 'RecordingChannels', 'RecordingSource', 'ErrorCode'],
]
const facts = sql`coalesce((select jsonb_object_agg(key, value) from jsonb_each(payload -> 'form')
  where key = any(${FACTS}::text[])), '{}')`

/** The leads' calls, and those from the person's phone until they were erased. */
const callsOf = (businessId: string, { leadIds, contacts, at }: Sought) => sql`
  select id, state from calls where business_id = ${businessId} and lead_id = any(${leadIds}::uuid[])
  union select id, state from calls where business_id = ${businessId} and caller = any(${contacts}::text[])
    and started_at <= ${at}::timestamptz`

/** Whether the person is on the phone: the rest of such a call is still to come. */
export async function isOnPhone(tx: Db, businessId: string, sought: Sought): Promise<boolean> {
  const { rows } = await sql`select from (${callsOf(businessId, sought)}) own where state <> 'ended' limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

/** Numbers and reports of calls that have ended. Their sounds are marked, and go next. */
export async function eraseInCalls(tx: Db, businessId: string, sought: Sought) {
  const ended = sql`select id from (${callsOf(businessId, sought)}) own where state = 'ended'`
  const { at, contacts } = sought
  const {
    rows: [calls],
  } = await sql<{ ids: string[] | null }>`select array_agg(id::text) as ids from (${ended}) own`.execute(tx)
  const ids = calls?.ids ?? []
  await sql`update provider_events set payload = payload || jsonb_build_object('form', ${facts})
    where business_id = ${businessId} and call_id = any(${ids}::uuid[])`.execute(tx)
  // A text that came in: it is kept with its lead, and was erased there.
  await sql`update provider_events set payload = '{}' where business_id = ${businessId} and call_id is null
    and (payload ->> 'From' = any(${contacts}::text[]) or payload -> 'form' ->> 'From' = any(${contacts}::text[]))
    and received_at <= ${at}::timestamptz`.execute(tx)
  await sql`update recordings set purge_at = ${at}::timestamptz
    where business_id = ${businessId} and call_id = any(${ids}::uuid[]) and state <> 'purged'`.execute(tx)
  await sql`update calls set caller = null, caller_text = null, plan = null, erased_at = coalesce(erased_at, ${at}::timestamptz)
    where business_id = ${businessId} and id = any(${ids}::uuid[])`.execute(tx)
}
