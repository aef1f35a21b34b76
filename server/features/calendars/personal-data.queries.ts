import { sql } from 'kysely'
import { type Db, rowsOf } from '../../platform/db/db.ts'
import type { Account } from '../personal-data.ts'
import { removeConnection } from './calendars.service.ts'
import { lockConnection } from './connections.queries.ts'

/** The calendar is disconnected at Google, too. */
export async function eraseCalendar(tx: Db, { userId }: Account) {
  const row = await lockConnection(tx, userId)
  if (row) await removeConnection(tx, row)
}

export const listCalendarsOfAccount = (db: Db, { userId }: Account) =>
  rowsOf(
    db,
    sql`select account, state, connected_at as "connectedAt", last_success_at as "lastSuccessAt", calendar_id as calendar,
      busy_ids as "busyCalendars" from calendar_connections where user_id = ${userId}`,
  )

export const listBusyOfAccount = (db: Db, { userId }: Account) =>
  rowsOf(
    db,
    sql`select calendar_id as calendar, starts_at as "startsAt", ends_at as "endsAt" from calendar_busy
      where user_id = ${userId} order by starts_at limit 10000`,
  )

export const listFeedsOfAccount = (db: Db, { userId }: Account) =>
  rowsOf(
    db,
    sql`select created_at as "createdAt", read_at as "lastReadAt" from calendar_feeds where user_id = ${userId}`,
  )
