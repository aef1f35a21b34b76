import { sql } from 'kysely'
import { dayOf } from '#contract/values/clock.ts'
import { type Db, rowsOf } from '../../platform/db/db.ts'
import type { ErasureTarget, KnownUser, OwnRows, Person } from '../personal-data.ts'

/** Fields of a report that describe the call and not the person. */
const FACTS = [
  ...['AccountSid', 'CallSid', 'ParentCallSid', 'CallStatus', 'CallDuration', 'Timestamp', 'SequenceNumber'],
  ...['Direction', 'DialCallStatus', 'DialBridged', 'DialCallSid', 'DialCallDuration', 'Digits'],
  ...['RecordingSid', 'RecordingStatus', 'RecordingDuration', 'RecordingChannels', 'RecordingSource', 'ErrorCode'],
]
const facts = sql`coalesce((select jsonb_object_agg(key, value) from jsonb_each(payload -> 'form')
  where key = any(${FACTS}::text[])), '{}')`

/** Calls of the leads, and from and to the person’s phone; for an erasure, those that began before it. */
const callsOf = (businessId: string, { leadIds, contacts, at }: Person & { at?: string }) => sql`
  select id, state from calls where business_id = ${businessId} and lead_id = any(${leadIds}::uuid[])
  union select id, state from calls where business_id = ${businessId} and caller = any(${contacts}::text[])
    and started_at <= ${at ?? 'infinity'}::timestamptz
  union select id, state from calls where business_id = ${businessId} and direction = 'outbound' and not is_test
    and called = any(${contacts}::text[]) and started_at <= ${at ?? 'infinity'}::timestamptz`

/** Erases numbers and reports of ended calls and marks recordings for purging. Ongoing calls will send more reports. */
export async function eraseCalls(tx: Db, businessId: string, target: ErasureTarget) {
  const { at, contacts } = target
  const own = await rowsOf<{ id: string; state: string }>(tx, callsOf(businessId, target))
  const ids = own.filter(({ state }) => state === 'ended').map(({ id }) => id)
  await sql`update provider_events set payload = payload || jsonb_build_object('form', ${facts})
    where business_id = ${businessId} and call_id = any(${ids}::uuid[])`.execute(tx)
  // The texts of incoming messages are stored with the lead and erased there.
  await sql`update provider_events set payload = '{}' where business_id = ${businessId} and call_id is null
    and (payload ->> 'From' = any(${contacts}::text[]) or payload -> 'form' ->> 'From' = any(${contacts}::text[]))
    and received_at <= ${at}::timestamptz`.execute(tx)
  await sql`update recordings set purge_at = ${at}::timestamptz
    where business_id = ${businessId} and call_id = any(${ids}::uuid[]) and state <> 'purged'`.execute(tx)
  await sql`update call_attempts set phone = null where business_id = ${businessId} and call_id = any(${ids}::uuid[])
    and user_id is null and phone = any(${contacts}::text[])`.execute(tx)
  await sql`update calls set caller = null, caller_text = null, plan = null, note = '',
      called = case direction when 'outbound' then '' else called end, erased_at = coalesce(erased_at, ${at}::timestamptz)
    where business_id = ${businessId} and id = any(${ids}::uuid[])`.execute(tx)
  return ids.length < own.length ? 'ongoing' : undefined
}

type Own = { db: Db }
export const listCalls = ({ db }: Own, businessId: string, person: Person) =>
  rowsOf(
    db,
    sql`select c.id, c.lead_id as lead, c.direction, c.caller, c.called, c.status, c.reason, c.started_at as "startedAt",
      c.answered_at as "answeredAt", c.ended_at as "endedAt", c.talk_s as "talkSeconds", u.name as "answeredBy", m.name as "madeBy", c.is_logged as "isLogged", c.note,
      (select coalesce(jsonb_agg(jsonb_build_object('startedAt', a.started_at, 'kind', a.kind, 'outcome', a.outcome,
        'bridged', a.bridged, 'transfer', a.transfer) order by a.step, a.place), '[]') from call_attempts a
        where a.business_id = c.business_id and a.call_id = c.id) as attempts,
      (select coalesce(jsonb_agg(jsonb_build_object('kind', p.kind, 'at', p.received_at, 'report', p.payload)
        order by p.received_at, p.dedupe_key), '[]') from provider_events p
        where p.business_id = c.business_id and p.call_id = c.id) as reports
    from (${callsOf(businessId, person)}) own join calls c on c.business_id = ${businessId} and c.id = own.id
      left join users u on u.id = c.answered_by left join users m on m.id = c.made_by order by c.started_at, c.id`,
  )

type Sound = { call: string; file: string; startedAt: string; kind: string; seconds: number | null }
/** Stored recordings of the person's calls, with their file names. */
export async function listSounds(db: Db, businessId: string, person: Person) {
  const sounds = await rowsOf<Sound>(
    db,
    sql`select r.call_id as call, r.file, c.started_at as "startedAt", r.kind, r.seconds
    from (${callsOf(businessId, person)}) own join recordings r on r.business_id = ${businessId} and r.call_id = own.id
      join calls c on c.business_id = ${businessId} and c.id = own.id
    where r.state = 'stored' and r.file is not null order by c.started_at, r.id`,
  )
  return sounds.map((sound) => ({ ...sound, name: nameOf(sound) }))
}
const nameOf = ({ startedAt, call, file, kind }: Sound) =>
  `recordings/${dayOf(startedAt)}-${call.slice(-8)}-${kind}.${file.split('.').at(-1)}`

export const listRecordings = async ({ db }: Own, businessId: string, person: Person) =>
  (await listSounds(db, businessId, person)).map(({ file: _, ...sound }) => sound)

/** Inbound texts. */
export const listTexts = ({ db }: Own, businessId: string, { contacts }: Person) =>
  rowsOf(
    db,
    sql`select kind, received_at as at, payload as report from provider_events where business_id = ${businessId} and call_id is null
      and payload ->> 'From' = any(${contacts}::text[]) order by received_at`,
  )

/** Erases the numbers of the phones on which the user was rung. */
export async function eraseRungPhones(tx: Db, businessId: string, { userId }: KnownUser) {
  const theirs = sql`(select call_id from call_attempts where business_id = ${businessId} and user_id = ${userId})`
  await sql`update calls set plan = null where business_id = ${businessId} and state = 'ended' and plan is not null
    and (id in ${theirs} or made_by = ${userId})`.execute(tx)
  await sql`update calls set answered_phone = null where business_id = ${businessId} and answered_by = ${userId}
    and answered_phone is not null`.execute(tx)
  await sql`update call_attempts set phone = null where business_id = ${businessId} and user_id = ${userId}
    and phone is not null`.execute(tx)
}

/** Calls that the user made or logged. Whom they called belongs to the lead. */
export const listCallsMade = (db: Db, businessId: string, { userId, most }: OwnRows) =>
  rowsOf(
    db,
    sql`select started_at as "startedAt", direction, status, talk_s as "talkSeconds", is_logged as "isLogged", note from calls
    where business_id = ${businessId} and made_by = ${userId} order by started_at desc limit ${most}`,
  )

export const listListens = (db: Db, businessId: string, { userId, most }: OwnRows) =>
  rowsOf(
    db,
    sql`select h.at, h.recording_id as recording, h.is_download as "isDownload" from recording_listens h
    where h.business_id = ${businessId} and h.user_id = ${userId} order by h.at desc limit ${most}`,
  )
