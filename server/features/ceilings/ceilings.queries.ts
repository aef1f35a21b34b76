import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import type { Channel } from './ceilings.rules.ts'

type Uses = {
  day: string
  what: Channel
  holders: readonly string[]
  /** Segments of a text message; of a mail 1. */
  parts: number
}

/** Adds uses to each holder and returns the sums. Locks rows in a fixed order, so concurrent calls never deadlock. */
export async function addUses(tx: Db, { day, what, holders, parts }: Uses) {
  const { rows } = await sql<{ holder: string; used: number }>`
    insert into ceiling_uses as u (day, what, holder, used)
    select ${day}, ${what}, h, ${parts}::int from unnest(${holders}::text[]) with ordinality as w(h, place) order by place
    on conflict (day, what, holder) do update set used = u.used + excluded.used
    returning holder, used`.execute(tx)
  return rows
}

/** Gives uses back: the message cost nothing. Locks the rows in the order of `addUses`, so the two never deadlock. */
export const removeUses = (db: Db, { day, what, holders, parts }: Uses) =>
  sql`with locked as materialized (
      select u.holder from unnest(${holders}::text[]) with ordinality as w(h, place)
        join ceiling_uses u on u.day = ${day} and u.what = ${what} and u.holder = w.h
        order by w.place for update of u)
    update ceiling_uses u set used = greatest(0, u.used - ${parts}::int) from locked l
    where u.day = ${day} and u.what = ${what} and u.holder = l.holder`.execute(db)

type UsedInput = { day: string; what: Channel; businessId: string | null; accountId: string | null; now: Date }
export type Used = {
  installation: number
  business: number
  account: number
  /** Parts waiting in the whole installation. `business` and `account` include their own waiting parts. */
  waitingCodes: number
  waitingOthers: number
}
/** Used and waiting parts, by the worker's role. */
export async function findUsed(workerDb: Db, { day, what, businessId, accountId, now }: UsedInput): Promise<Used> {
  const { rows } = await sql<Used>`
    with uses as (select holder, used from ceiling_uses where day = ${day} and what = ${what}),
    waiting as (select business_id, account_id, kind, coalesce(segments, 1) as parts from messages
      where state = 'queued' and attempts = 0 and channel = ${what} and due_at <= ${now.toISOString()}
        and (channel = 'sms' or kind in ('code', 'stranger')))
    select coalesce((select used from uses where holder = 'installation'), 0) as installation,
      (select coalesce(sum(parts), 0) from waiting where kind = 'code')::int as "waitingCodes",
      (select coalesce(sum(parts), 0) from waiting where kind <> 'code')::int as "waitingOthers",
      coalesce((select used from uses where holder = 'business:' || ${businessId}), 0)
        + (select coalesce(sum(parts), 0) from waiting where business_id = ${businessId})::int as business,
      coalesce((select used from uses where holder = 'account:' || ${accountId}), 0)
        + (select coalesce(sum(parts), 0) from waiting where account_id = ${accountId})::int as account`.execute(
    workerDb,
  )
  return rows[0] ?? { installation: 0, business: 0, account: 0, waitingCodes: 0, waitingOthers: 0 }
}

export async function countBusinessesOf(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count_businesses_of(${userId}) as count`.execute(db)
  return rows[0]?.count ?? 0
}

export const findCreator = async (db: Db, businessId: string) =>
  (
    await db
      .selectFrom('businesses')
      .select('created_by as createdBy')
      .where('business_id', '=', businessId)
      .executeTakeFirst()
  )?.createdBy ?? null
