import { sql } from 'kysely'
import type { CalendarFailure, CalendarState, OfferedCalendar } from '#contract/calendars/calendars.ts'
import { type Db, rowsOf } from '../../platform/db/db.ts'

export type StoredCalendar = {
  user_id: string
  id: string
  account: string
  refresh_token: string
  access_token: string | null
  access_until: string | null
  calendars: OfferedCalendar[]
  calendar_id: string
  busy_ids: string[]
  state: CalendarState
  failure: CalendarFailure | null
  failed_at: string | null
  failures: number
  connected_at: string
  last_success_at: string | null
  sync_token: string | null
  whole_at: string | null
  due_at: string
  channel_id: string | null
  channel_resource: string | null
  channel_renewed_at: string | null
  channel_until: string | null
}
const columns = sql`user_id, id, account, refresh_token, access_token, access_until, calendars, calendar_id, busy_ids, state,
  failure, failed_at, failures, connected_at, last_success_at, sync_token, whole_at, due_at, channel_id, channel_resource,
  channel_renewed_at, channel_until`

export async function findConnection(db: Db, userId: string) {
  const rows = await rowsOf<StoredCalendar>(
    db,
    sql`select ${columns} from calendar_connections where user_id = ${userId}`,
  )
  return rows[0]
}

/** The connection locked until the transaction ends. */
export async function lockConnection(tx: Db, userId: string) {
  const rows = await rowsOf<StoredCalendar>(
    tx,
    sql`select ${columns} from calendar_connections where user_id = ${userId} for update`,
  )
  return rows[0]
}

type NewConnection = Pick<
  StoredCalendar,
  'id' | 'account' | 'refresh_token' | 'access_token' | 'access_until' | 'calendars' | 'calendar_id'
> & { now: string }
export const insertConnection = (tx: Db, userId: string, { calendars, now, ...row }: NewConnection) =>
  tx
    .insertInto('calendar_connections')
    .values({
      user_id: userId,
      ...row,
      calendars: JSON.stringify(calendars),
      connected_at: now,
      last_success_at: now,
      due_at: now,
    })
    .execute()

type Patch = Partial<Omit<StoredCalendar, 'user_id' | 'id' | 'calendars'>> & { calendars?: OfferedCalendar[] }
/** Changes this connection; another one that the person made meanwhile stays as it is. */
export const updateConnection = (db: Db, { userId, id }: { userId: string; id: string }, patch: Patch) => {
  const { calendars, ...rest } = patch
  return db
    .updateTable('calendar_connections')
    .set({ ...rest, ...(calendars && { calendars: JSON.stringify(calendars) }) })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
}

type NewChannel = { id: string; hash: Buffer; resource: string; from: string; until: string }
export const updateChannel = (
  db: Db,
  { userId, id }: { userId: string; id: string },
  { id: channelId, hash, resource, from, until }: NewChannel,
) =>
  db
    .updateTable('calendar_connections')
    .set({
      channel_id: channelId,
      channel_hash: hash,
      channel_resource: resource,
      channel_renewed_at: from,
      channel_until: until,
    })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()

/** With its busy times and with what is known of meetings in it. */
export const deleteConnection = (tx: Db, userId: string) =>
  tx.deleteFrom('calendar_connections').where('user_id', '=', userId).execute()

type Claim = { now: string; next: string; leasedUntil: string; most: number }
/**
 * Takes connections that are due, for this process alone until the lease ends. What asks for them meanwhile makes them due
 * again. Runs as the worker's role.
 */
export const takeDue = (db: Db, { now, next, leasedUntil, most }: Claim) =>
  rowsOf<StoredCalendar>(
    db,
    sql`update calendar_connections set due_at = ${next}, leased_until = ${leasedUntil}
      where user_id in (select user_id from calendar_connections
        where state <> 'lost' and due_at <= ${now} and (leased_until is null or leased_until <= ${now})
        order by due_at limit ${most} for update skip locked)
      returning ${columns}`,
  )

/** Ends the lease, with what came of the run. It is due again at the earlier of `dueAt` and what was asked for meanwhile. */
export const endLease = (db: Db, { userId, id }: { userId: string; id: string }, dueAt: string) =>
  sql`update calendar_connections set leased_until = null, due_at = least(due_at, ${dueAt})
    where user_id = ${userId} and id = ${id}`.execute(db)

/** After a failure nothing that was asked for meanwhile hastens the next try. */
export const postpone = (db: Db, { userId, id }: { userId: string; id: string }, dueAt: string) =>
  sql`update calendar_connections set leased_until = null, due_at = ${dueAt}
    where user_id = ${userId} and id = ${id}`.execute(db)
