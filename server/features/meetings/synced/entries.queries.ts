import { sql } from 'kysely'
import { type Db, rowsOf } from '../../../platform/db/db.ts'
import type { LeadScope } from '../../access/access.rules.ts'
import { inScope } from '../../access/lead-scope.sql.ts'

/** A meeting in a person's calendar, as it was last written or read there. */
export type Entry = {
  business_id: string
  meeting_id: string
  user_id: string
  calendar_id: string
  version: number | null
  etag: string | null
  starts_at: string
  ends_at: string
  guest_answer: string | null
  is_removing: boolean
}
export type KnownEntry = Entry & {
  /** Its meeting, or the lead of it, was erased. */
  is_erased: boolean
}
type EntryKey = Pick<Entry, 'business_id' | 'meeting_id' | 'user_id'>

/** Open businesses with this member. Runs as the worker's role. */
export const listOpenBusinesses = (db: Db, userId: string) =>
  rowsOf<{ businessId: string }>(
    db,
    sql`select m.business_id as "businessId" from memberships m join businesses b on b.business_id = m.business_id
      where m.user_id = ${userId} and m.suspended_at is null and b.closes_at is null and b.erasing_since is null`,
  )

export type WantedMeeting = { id: string; version: number }
type Wanted = { userId: string; scope: LeadScope; now: string }
/** Coming meetings of a person that belong in their calendar, in their order. */
export const listWanted = (db: Db, businessId: string, { userId, scope, now }: Wanted) =>
  rowsOf<WantedMeeting>(
    db,
    sql`select m.id, m.version from meetings m join leads l on l.business_id = m.business_id and l.id = m.lead_id
      where m.business_id = ${businessId} and m.participants @> array[${userId}::uuid] and m.ends_at > ${now}
        and m.status <> 'Meeting Canceled' and l.deleted_at is null and l.erased_at is null
        and ${inScope(scope, sql.raw('l'))}
      order by m.starts_at, m.id limit 1000`,
  )

export const listEntries = (db: Db, userId: string) =>
  rowsOf<KnownEntry>(
    db,
    sql`select e.*, l.id is null or l.erased_at is not null as is_erased from calendar_entries e
      left join meetings m on m.business_id = e.business_id and m.id = e.meeting_id
      left join leads l on l.business_id = m.business_id and l.id = m.lead_id
      where e.user_id = ${userId}`,
  )

export async function findEntry(db: Db, { business_id, meeting_id, user_id }: EntryKey) {
  const rows = await rowsOf<Entry>(
    db,
    sql`select * from calendar_entries
      where business_id = ${business_id} and meeting_id = ${meeting_id} and user_id = ${user_id}`,
  )
  return rows[0]
}

export const insertEntry = (db: Db, entry: Entry) =>
  db
    .insertInto('calendar_entries')
    .values(entry)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const updateEntry = (db: Db, { business_id, meeting_id, user_id }: EntryKey, patch: Partial<Entry>) =>
  db
    .updateTable('calendar_entries')
    .set(patch)
    .where('business_id', '=', business_id)
    .where('meeting_id', '=', meeting_id)
    .where('user_id', '=', user_id)
    .execute()

export const deleteEntry = (db: Db, { business_id, meeting_id, user_id }: EntryKey) =>
  db
    .deleteFrom('calendar_entries')
    .where('business_id', '=', business_id)
    .where('meeting_id', '=', meeting_id)
    .where('user_id', '=', user_id)
    .execute()

type Changed = { meetingIds: readonly string[]; userIds: readonly string[]; now: string }
/** Makes the calendars due in which these meetings are or belong, and those of these people. Runs as the worker's role. */
export const wakeForMeetings = (tx: Db, { meetingIds, userIds, now }: Changed) =>
  sql`update calendar_connections set due_at = least(due_at, ${now})
    where state <> 'failing' and user_id in (
      select unnest(participants) from meetings where id = any(${meetingIds}::uuid[])
      union select user_id from calendar_entries where meeting_id = any(${meetingIds}::uuid[])
      union select unnest(${userIds}::uuid[]))`.execute(tx)

export const wakeMembers = (tx: Db, businessId: string, now: string) =>
  sql`update calendar_connections set due_at = least(due_at, ${now})
    where state <> 'failing' and user_id in (select user_id from memberships where business_id = ${businessId})`.execute(
    tx,
  )

/** The person leaves the meeting, which the others keep. */
export const removeParticipant = (tx: Db, businessId: string, { id, userId }: { id: string; userId: string }) =>
  sql`update meetings set participants = array_remove(participants, ${userId}::uuid)
    where business_id = ${businessId} and id = ${id}`.execute(tx)
