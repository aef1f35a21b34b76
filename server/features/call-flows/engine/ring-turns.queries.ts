import { sql } from 'kysely'
import { type Db, rowsOf } from '../../../platform/db/db.ts'
import type { Turn } from './ring-turns.rules.ts'

type Asked = { callId: string; people: readonly string[]; now: Date }
/** Reads the turns of these people without a lock; `claimTurns` finds what changed since. */
export async function listTurns(tx: Db, businessId: string, { callId, people, now }: Asked): Promise<Turn[]> {
  const ids = [...new Set(people)]
  return rowsOf<Turn>(
    tx,
    sql`select p.user_id as "userId", coalesce(${epochOf('t.rung_at')}, 0) as "offeredAt",
        coalesce(t.rings_until > ${now.toISOString()} and t.call_id is distinct from ${callId}, false) or exists (
          select from calls k join call_attempts a on a.business_id = k.business_id and a.call_id = k.id
          where k.business_id = ${businessId} and k.status is null and k.ended_at is null and k.id <> ${callId}
            and a.user_id = p.user_id and a.ended_at is null and a.outcome is null) as "isBusy",
        (select ${epochOf('k.ended_at')} from calls k
          where k.business_id = ${businessId} and k.answered_by = p.user_id and k.ended_at is not null
          order by k.started_at desc limit 1) as "spokeAt"
      from unnest(${ids}::uuid[]) p(user_id)
      left join ring_turns t on t.business_id = ${businessId} and t.user_id = p.user_id`,
  )
}

const epochOf = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`

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

type Offered = { callId: string; now: Date; until: Date }
type Claimed = Offered & { turns: readonly Turn[]; most: number; evenBusy?: boolean }
/**
 * Offers the call to the first of these people who are idle, or `evenBusy`, and returns their ids. Passes over a person whom
 * another call claims in the same moment or has claimed since the turns were read, and waits for no lock.
 */
export async function claimTurns(
  tx: Db,
  businessId: string,
  { callId, turns, most, now, until, evenBusy = false }: Claimed,
): Promise<string[]> {
  if (!turns.length) return []
  const unknown = turns.filter(({ offeredAt }) => offeredAt === 0).map(({ userId }) => userId)
  if (unknown.length) await insertTurns(tx, businessId, unknown)
  const rows = await rowsOf<{ userId: string }>(
    tx,
    sql`update ring_turns t set ${offered({ callId, now, until })} from (
        select r.user_id from unnest(
            ${turns.map(({ userId }) => userId)}::uuid[], ${turns.map(({ offeredAt }) => offeredAt)}::float8[]
          ) with ordinality w(user_id, offered_at, place)
        join ring_turns r on r.business_id = ${businessId} and r.user_id = w.user_id
        where ${epochOf('r.rung_at')} = w.offered_at
          and (${evenBusy} or r.rings_until <= ${now.toISOString()} or r.call_id = ${callId})
        order by w.place limit ${most} for update of r skip locked) mine
      where t.business_id = ${businessId} and t.user_id = mine.user_id returning t.user_id as "userId"`,
  )
  return rows.map(({ userId }) => userId)
}

/** Those to whom no call was offered before. */
const insertTurns = (tx: Db, businessId: string, people: readonly string[]) =>
  sql`insert into ring_turns (business_id, user_id, rung_at, rings_until)
    select ${businessId}, u, 'epoch', 'epoch' from unnest(${people}::uuid[]) u order by u
    on conflict do nothing`.execute(tx)

/** Offers the call to a person who is busy, after other calls that claim them. */
export const offerToBusy = (tx: Db, businessId: string, { userId, ...offer }: Offered & { userId: string }) =>
  sql`insert into ring_turns (business_id, user_id, call_id, rung_at, rings_until)
    values (${businessId}, ${userId}, ${offer.callId}, ${offer.now.toISOString()}, ${offer.until.toISOString()})
    on conflict (business_id, user_id) do update set ${offered(offer)}`.execute(tx)

const offered = ({ callId, now, until }: Offered) =>
  sql`call_id = ${callId}, rung_at = ${now.toISOString()}, rings_until = ${until.toISOString()}`

/** The phones of the call no longer ring. */
export const endOffers = (tx: Db, businessId: string, callId: string) =>
  sql`update ring_turns t set rings_until = t.rung_at from (
      select user_id from ring_turns where business_id = ${businessId} and call_id = ${callId} and rings_until > rung_at
      order by user_id for update) mine
    where t.business_id = ${businessId} and t.user_id = mine.user_id`.execute(tx)
