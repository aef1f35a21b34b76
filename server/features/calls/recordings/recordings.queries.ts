import { type RawBuilder, sql } from 'kysely'
import type { CallRecording } from '#contract/calls/calls.ts'
import { retentionPeriods } from '#contract/retention.ts'
import type { Db } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'
import type { Lease } from '../../../platform/jobs/due-work.ts'

/** `wanted`: this one, no other. */
type Served = { callId: string; heard: string | undefined; wanted: string | undefined }
/**
 * Finds the recording to serve for a call: the one that the user is already playing, or else the one that lists show
 * (`copy_recording_to_call`): stored ones first, conversations before messages, the longest first.
 */
export const findRecordingOf = (db: Db, businessId: string, { callId, heard = '', wanted }: Served) =>
  db
    .selectFrom('recordings')
    .select(['id', 'state'])
    .$narrowType<{ state: CallRecording['state'] }>()
    .where('business_id', '=', businessId)
    .where('call_id', '=', callId)
    .$if(wanted !== undefined, (query) => query.where('id', '=', wanted ?? null))
    .orderBy(sql`state = 'stored' and id::text = ${heard}`, 'desc')
    .orderBy(sql`state = 'stored'`, 'desc')
    .orderBy('kind')
    .orderBy('seconds', (order) => order.desc().nullsLast())
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** A recording with the fields that decide who may hear it. */
export const findSound = (db: Db, businessId: string, recordingId: string) =>
  db
    .selectFrom('recordings as r')
    .innerJoin('calls as c', (join) =>
      join.onRef('c.business_id', '=', 'r.business_id').onRef('c.id', '=', 'r.call_id'),
    )
    .select(['r.file', 'r.mime', 'c.id as callId', 'c.campaign_id as campaignId', 'c.started_at as startedAt'])
    .where('r.business_id', '=', businessId)
    .where('r.id', '=', recordingId)
    .where('r.state', '=', 'stored')
    .executeTakeFirst()

type Listen = { recordingId: string; userId: string; isDownload: boolean; at: Date }
export const insertListen = (db: Db, businessId: string, { recordingId, userId, isDownload, at }: Listen) =>
  db
    .insertInto('recording_listens')
    .values({
      business_id: businessId,
      id: newId(),
      recording_id: recordingId,
      user_id: userId,
      is_download: isDownload,
      at: at.toISOString(),
    })
    .execute()

/** Covers all recordings of a call, newest first. */
export const listListens = (db: Db, businessId: string, { callId, most }: { callId: string; most: number }) =>
  db
    .selectFrom('recordings as r')
    .innerJoin('recording_listens as h', (join) =>
      join.onRef('h.business_id', '=', 'r.business_id').onRef('h.recording_id', '=', 'r.id'),
    )
    .innerJoin('users as u', 'u.id', 'h.user_id')
    .select(['u.id as userId', 'u.name', 'u.image', 'h.at', 'h.is_download as download'])
    .where('r.business_id', '=', businessId)
    .where('r.call_id', '=', callId)
    .orderBy('h.at', 'desc')
    .orderBy('h.id', 'desc')
    .limit(most)
    .execute()

export type DueRecording = {
  business_id: string
  id: string
  call_id: string
  connection_id: string
  campaign_id: string | null
  lead_id: string | null
  provider_sid: string
  kind: CallRecording['kind']
  state: CallRecording['state']
  channels: 1 | 2
  seconds: number | null
  /** Number of tries, including the current one. */
  tries: number
}
/** Leases recordings due to be fetched or deleted at their provider, of all tenants. */
export async function takeDueRecordings(db: Db, { now, leaseUntil, most }: Lease) {
  const { rows } = await sql<DueRecording>`
    with taken as (
      update recordings set tries = tries + 1, due_at = ${leaseUntil.toISOString()}
      where (business_id, id) in (select business_id, id from recordings where due_at <= ${now.toISOString()}
        order by due_at limit ${most} for update skip locked)
      returning business_id, id, call_id, provider_sid, kind, state, channels, seconds, tries)
    select t.*, c.connection_id, c.campaign_id, c.lead_id from taken t
    join calls c on c.business_id = t.business_id and c.id = t.call_id`.execute(db)
  return rows
}

type Key = { businessId: string; id: string }
const one = (db: Db, { businessId, id }: Key) =>
  db.updateTable('recordings').where('business_id', '=', businessId).where('id', '=', id)

export type StoredSound = { file: string; mime: string; bytes: number; sha256: Buffer; seconds: number | null }
/** Schedules deletion at the provider at once. False if the recording was purged meanwhile. */
export async function markStored(db: Db, businessId: string, id: string, { at, ...sound }: StoredSound & { at: Date }) {
  const { numUpdatedRows } = await one(db, { businessId, id })
    .set({ ...sound, state: 'stored', stored_at: at.toISOString(), due_at: at.toISOString(), tries: 0, error: null })
    .where('state', '=', 'announced')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const markReleased = (db: Db, businessId: string, id: string, at: Date) =>
  one(db, { businessId, id }).set({ released_at: at.toISOString(), due_at: null, error: null }).execute()

export const markDueAgain = (db: Db, businessId: string, id: string, { error, at }: { error: string; at: Date }) =>
  one(db, { businessId, id }).set({ error, due_at: at.toISOString() }).execute()

export const markFailed = (db: Db, businessId: string, id: string, error: string) =>
  one(db, { businessId, id }).set({ error, due_at: null, state: 'failed' }).where('state', '=', 'announced').execute()

type Old = { business_id: string; id: string; call_id: string; file: string | null }
/** Recordings of all tenants that are past their retention period or belong to a purged lead. */
export async function listToPurge(db: Db, { now, most }: { now: Date; most: number }) {
  const kept = (months: RawBuilder<unknown>) =>
    sql`${now.toISOString()}::timestamptz - make_interval(months => ${months})`
  const { rows } = await sql<Old>`
    select business_id, id, call_id, file from recordings r
      where state = 'stored' and created_at < ${kept(sql`${retentionPeriods.recordings.standard}::int`)} and not exists (
        select from retention_periods c where c.business_id = r.business_id and c.kind = 'recordings')
    union select r.business_id, r.id, r.call_id, r.file from retention_periods c
      join recordings r on r.business_id = c.business_id and r.state = 'stored' and r.created_at < ${kept(sql`c.amount`)}
      where c.kind = 'recordings'
    union select business_id, id, call_id, file from recordings
      where purge_at <= ${now.toISOString()} limit ${most}`.execute(db)
  return rows
}

/** The local file is deleted; the provider's copy follows unless already deleted. */
export const markPurged = (db: Db, businessId: string, id: string, at: Date) =>
  one(db, { businessId, id })
    .set({
      state: 'purged',
      purged_at: at.toISOString(),
      purge_at: null,
      file: null,
      sha256: null,
      tries: 0,
      due_at: sql`case when released_at is null then ${at.toISOString()}::timestamptz end`,
    })
    .execute()

/** File names of a business's recordings, a batch in order, by the worker's role. */
export async function listFiles(db: Db, businessId: string, { after, most }: { after: string; most: number }) {
  const { rows } = await sql<{ file: string }>`
    select file from recordings where business_id = ${businessId} and file > ${after} order by file limit ${most}`.execute(
    db,
  )
  return rows.map(({ file }) => file)
}
