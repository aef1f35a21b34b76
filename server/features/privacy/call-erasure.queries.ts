import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import type { ErasureTarget } from './lead-erasure.queries.ts'

/** Fields of a report that describe the call and not the person. */
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

/** Calls of the leads, and calls from the person’s phone up to the erasure. */
const callsOf = (businessId: string, { leadIds, contacts, at }: ErasureTarget) => sql`
  select id, state from calls where business_id = ${businessId} and lead_id = any(${leadIds}::uuid[])
  union select id, state from calls where business_id = ${businessId} and caller = any(${contacts}::text[])
    and started_at <= ${at}::timestamptz`

/** Whether a call of the person is ongoing: more reports of it will come. */
export async function isOnPhone(tx: Db, businessId: string, target: ErasureTarget): Promise<boolean> {
  const { rows } = await sql`select from (${callsOf(businessId, target)}) own where state <> 'ended' limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

/** Erases numbers and reports of ended calls. Recordings are marked and purged next. */
export async function eraseInCalls(tx: Db, businessId: string, target: ErasureTarget) {
  const ended = sql`select id from (${callsOf(businessId, target)}) own where state = 'ended'`
  const { at, contacts } = target
  const {
    rows: [calls],
  } = await sql<{ ids: string[] | null }>`select array_agg(id::text) as ids from (${ended}) own`.execute(tx)
  const ids = calls?.ids ?? []
  await sql`update provider_events set payload = payload || jsonb_build_object('form', ${facts})
    where business_id = ${businessId} and call_id = any(${ids}::uuid[])`.execute(tx)
  // Inbound texts are stored with the lead and erased there.
  await sql`update provider_events set payload = '{}' where business_id = ${businessId} and call_id is null
    and (payload ->> 'From' = any(${contacts}::text[]) or payload -> 'form' ->> 'From' = any(${contacts}::text[]))
    and received_at <= ${at}::timestamptz`.execute(tx)
  await sql`update recordings set purge_at = ${at}::timestamptz
    where business_id = ${businessId} and call_id = any(${ids}::uuid[]) and state <> 'purged'`.execute(tx)
  await sql`update calls set caller = null, caller_text = null, plan = null, erased_at = coalesce(erased_at, ${at}::timestamptz)
    where business_id = ${businessId} and id = any(${ids}::uuid[])`.execute(tx)
}
