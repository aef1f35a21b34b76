import { sql } from 'kysely'
import { type Db, rowsOf } from '../../../platform/db/db.ts'
import { isMissed } from '../today/today.sql.ts'

type At = { day: string; now: Date }
/** Businesses that are open and have no digest of today. */
export const listDue = (db: Db, { day, now }: At) =>
  rowsOf<{ businessId: string }>(
    db,
    sql`select o.business_id as "businessId" from businesses o
        left join missed_call_digests d on d.business_id = o.business_id
      where o.closes_at is null and (d.day is null or d.day < ${day}) and exists (
        select from open_period(o.business_id, null, ${now.toISOString()}) p where p.opens_at <= ${now.toISOString()})`,
  )

/** Notes the digest of the day; undefined: it was noted before. */
export async function takeDay(tx: Db, businessId: string, day: string) {
  const [taken] = await rowsOf<{ name: string }>(
    tx,
    sql`with taken as (insert into missed_call_digests as d (business_id, day) values (${businessId}, ${day})
        on conflict (business_id) do update set day = excluded.day where d.day < excluded.day returning business_id)
      select o.name from taken join businesses o using (business_id)`,
  )
  return taken
}

/** Callers who were missed in this time and do not wait any more. */
export async function countReturned(db: Db, businessId: string, { from, until }: { from: Date; until: Date }) {
  const [found] = await rowsOf<{ total: number }>(
    db,
    sql`select count(distinct c.caller)::int as total from calls c
      where c.business_id = ${businessId} and ${isMissed} and c.campaign_id is not null
        and c.started_at >= ${from.toISOString()} and c.started_at < ${until.toISOString()}
        and not exists (select from missed_callers m where m.business_id = c.business_id and m.caller = c.caller)`,
  )
  return found?.total ?? 0
}
