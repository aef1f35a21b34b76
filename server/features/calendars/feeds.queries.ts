import { sql } from 'kysely'
import { type Db, rowsOf } from '../../platform/db/db.ts'

export async function findFeed(db: Db, userId: string) {
  const rows = await rowsOf<{ since: string; lastReadAt: string | null }>(
    db,
    sql`select created_at as since, read_at as "lastReadAt" from calendar_feeds where user_id = ${userId}`,
  )
  return rows[0]
}

type NewFeed = { userId: string; hash: Buffer; now: string }
/** In place of an earlier one. */
export const putFeed = (db: Db, { userId, hash, now }: NewFeed) =>
  sql`insert into calendar_feeds (user_id, token_hash, created_at) values (${userId}, ${hash}, ${now})
    on conflict (user_id) do update set token_hash = excluded.token_hash, created_at = excluded.created_at, read_at = null`.execute(
    db,
  )

export const deleteFeed = (db: Db, userId: string) =>
  sql`delete from calendar_feeds where user_id = ${userId}`.execute(db)

export const touchFeed = (db: Db, { userId, now }: { userId: string; now: string }) =>
  sql`update calendar_feeds set read_at = ${now} where user_id = ${userId}`.execute(db)

/** Across people, because the token says who: through a `security definer` function. */
export async function findPersonOfFeed(db: Db, hash: Buffer) {
  const rows = await rowsOf<{ userId: string | null }>(db, sql`select find_calendar_feed(${hash}) as "userId"`)
  return rows[0]?.userId ?? undefined
}
