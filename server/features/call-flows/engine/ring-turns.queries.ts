import { sql } from 'kysely'
import { type Db, rowsOf } from '../../../platform/db/db.ts'
import type { Turn } from './ring-turns.rules.ts'

type Asked = { callId: string; people: readonly string[]; now: Date }
/**
 * Locks the turns of these people, in a fixed order, until the transaction ends: another call that asks for one of them
 * waits, and then sees whom this one rings.
 */
export async function lockTurns(tx: Db, businessId: string, { callId, people, now }: Asked): Promise<Turn[]> {
  const ids = [...new Set(people)]
  await sql`insert into ring_turns (business_id, user_id, rung_at, rings_until)
    select ${businessId}, u, 'epoch', 'epoch' from unnest(${ids}::uuid[]) u order by u
    on conflict do nothing`.execute(tx)
  await sql`select from ring_turns where business_id = ${businessId} and user_id = any(${ids}::uuid[])
    order by user_id for update`.execute(tx)
  // A statement of its own: it sees what the transactions wrote for which the lock waited.
  return rowsOf<Turn>(
    tx,
    sql`select t.user_id as "userId", (extract(epoch from t.rung_at) * 1000)::float8 as "offeredAt",
        (t.rings_until > ${now.toISOString()} and t.call_id is distinct from ${callId}) or exists (
          select from calls k join call_attempts a on a.business_id = k.business_id and a.call_id = k.id
          where k.business_id = ${businessId} and k.status is null and k.ended_at is null and k.id <> ${callId}
            and a.user_id = t.user_id and a.ended_at is null and a.outcome is null) as "isBusy",
        (select (extract(epoch from k.ended_at) * 1000)::float8 from calls k
          where k.business_id = ${businessId} and k.answered_by = t.user_id and k.ended_at is not null
          order by k.started_at desc limit 1) as "spokeAt"
      from ring_turns t where t.business_id = ${businessId} and t.user_id = any(${ids}::uuid[])`,
  )
}

/** Phones that other calls of the business ring, or that speak in them. */
export async function listBusyPhones(
  tx: Db,
  businessId: string,
  { callId, phones }: { callId: string; phones: readonly string[] },
) {
  if (!phones.length) return []
  const rows = await rowsOf<{ phone: string }>(
    tx,
    sql`select distinct a.phone from calls k join call_attempts a on a.business_id = k.business_id and a.call_id = k.id
      where k.business_id = ${businessId} and k.status is null and k.ended_at is null and k.id <> ${callId}
        and a.phone = any(${phones}::text[]) and a.ended_at is null and a.outcome is null`,
  )
  return rows.map(({ phone }) => phone)
}

type Offered = { callId: string; people: readonly string[]; now: Date; until: Date }
export const markOffered = (tx: Db, businessId: string, { callId, people, now, until }: Offered) =>
  sql`update ring_turns set call_id = ${callId}, rung_at = ${now.toISOString()}, rings_until = ${until.toISOString()}
    where business_id = ${businessId} and user_id = any(${people}::uuid[])`.execute(tx)

/** The phones of the call no longer ring. */
export const endOffers = (tx: Db, businessId: string, callId: string) =>
  sql`update ring_turns t set rings_until = t.rung_at from (
      select user_id from ring_turns where business_id = ${businessId} and call_id = ${callId} and rings_until > rung_at
      order by user_id for update) mine
    where t.business_id = ${businessId} and t.user_id = mine.user_id`.execute(tx)
