import { sql } from 'kysely'
import { type Db, rowsOf } from '../../platform/db/db.ts'

export type CalendarTime = { userId: string; startsAt: string; endsAt: string }
type Asked = { userIds: readonly string[]; from: string; to: string; most: number }
/** Times that overlap the stretch, in order, without the meetings of this business; of each person the first `most`. */
export const listTimes = (db: Db, businessId: string, { userIds, from, to, most }: Asked) =>
  rowsOf<CalendarTime>(
    db,
    sql`select user_id as "userId", starts_at as "startsAt", ends_at as "endsAt"
      from calendar_times(${businessId}, ${userIds}::uuid[], ${from}, ${to}, ${most})`,
  )

/** Those whose calendar is lost, or was last read before `stale`. */
export async function listLost(
  db: Db,
  businessId: string,
  { userIds, stale }: { userIds: readonly string[]; stale: string },
) {
  const rows = await rowsOf<{ userId: string }>(
    db,
    sql`select l as "userId" from lost_calendars(${businessId}, ${userIds}::uuid[], ${stale}) l`,
  )
  return rows.map(({ userId }) => userId)
}

export type BusyRow = {
  event_id: string
  starts_at: string
  ends_at: string
  of_business: string | null
}
export type OfCalendar = { userId: string; calendarId: string }

/** Writes times of events by their ids; times that were known change. Runs as the worker's role. */
export const putBusy = (tx: Db, { userId, calendarId }: OfCalendar, rows: readonly BusyRow[]) =>
  sql`insert into calendar_busy (user_id, calendar_id, event_id, starts_at, ends_at, of_business)
    select ${userId}, ${calendarId}, event_id, starts_at, ends_at, of_business
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(event_id text, starts_at timestamptz, ends_at timestamptz, of_business uuid)
    on conflict (user_id, calendar_id, event_id) do update
      set starts_at = excluded.starts_at, ends_at = excluded.ends_at, of_business = excluded.of_business`.execute(tx)

export const dropBusy = (tx: Db, { userId, calendarId }: OfCalendar, eventIds: readonly string[]) =>
  sql`delete from calendar_busy where user_id = ${userId} and calendar_id = ${calendarId}
    and event_id = any(${eventIds}::text[])`.execute(tx)

export const dropBusyOf = (tx: Db, { userId, calendarId }: OfCalendar) =>
  sql`delete from calendar_busy where user_id = ${userId} and calendar_id = ${calendarId}`.execute(tx)

/** Forgets times of calendars other than these. */
export const keepBusyOf = (tx: Db, userId: string, calendarIds: readonly string[]) =>
  sql`delete from calendar_busy where user_id = ${userId} and calendar_id <> all(${calendarIds}::text[])`.execute(tx)

/** Forgets times that are over. */
export const dropPast = (tx: Db, userId: string, before: string) =>
  sql`delete from calendar_busy where user_id = ${userId} and ends_at < ${before}`.execute(tx)
