import { type RawBuilder, sql } from 'kysely'
import type { AlarmKind } from '#contract/events/calls/alarms.ts'
import { type Db, rowsOf } from '../../platform/db/db.ts'
import type { FailedTest, Source, UnansweredPhone } from './alarms.rules.ts'

/** Businesses that are open. */
export const listOpenBusinesses = (db: Db, { now }: { now: Date }) =>
  rowsOf<{ businessId: string }>(
    db,
    sql`select business_id as "businessId" from businesses o
      where o.closes_at is null and is_open(o.business_id, null, ${now.toISOString()})`,
  )

type Window = { from: Date; now: Date }
type Kind = { kind: Source['kind']; sources: RawBuilder<unknown>; arrivals: RawBuilder<unknown> }

const numbers: Kind = {
  kind: 'number_quiet',
  sources: sql`select n.business_id, n.id, n.campaign_id,
n.label as name, n.phone
    from virtual_numbers n where n.state = 'active'`,
  arrivals: sql`select k.started_at as at from calls k
    where k.business_id = s.business_id and k.number_id = s.id and k.direction = 'inbound' and not k.is_test`,
}
const forms: Kind = {
  kind: 'form_quiet',
  sources: sql`select f.business_id, f.id, f.campaign_id, f.name, null as phone from forms f where f.is_enabled and f.deleted_at is null`,
  arrivals: sql`select e.at from lead_enquiries e where e.business_id = s.business_id and e.form_id = s.id`,
}
const campaigns: Kind = {
  kind: 'campaign_quiet',
  sources: sql`select c.business_id, c.id, c.id as campaign_id, c.name, null as phone from campaigns c`,
  // Leads that came; imported ones have no enquiry. With `limit`, the enquiries of each lead are looked up, not all read.
  arrivals: sql`select l.created_at as at from leads l,
      lateral (select from lead_enquiries e where e.business_id = l.business_id and e.lead_id = l.id limit 1) enquiry
    where l.business_id = s.business_id and l.campaign_id = s.id and l.deleted_at is null`,
}

/** Numbers, forms and campaigns that are on, with what came from them since `from`; those without any arrival are absent. */
export async function listSources(db: Db, businessId: string, { from, now }: Window): Promise<Source[]> {
  const found = await Promise.all(
    [numbers, forms, campaigns].map(({ kind, sources, arrivals }) =>
      rowsOf<Source>(
        db,
        sql`select ${kind} as kind, s.id as subject, s.campaign_id as "campaignId", s.name, s.phone, last.at as "lastAt", usual.arrivals,
            working_minutes(s.business_id, ${from.toISOString()}, last.at, s.campaign_id) as "arrivalMinutes",
            working_minutes(s.business_id, last.at, ${now.toISOString()}, s.campaign_id) as "quietMinutes"
          from (${sources}) s
            join campaigns c on c.business_id = s.business_id and c.id = s.campaign_id and c.is_enabled and c.deleted_at is null
            cross join lateral (select a.at from (${arrivals}) a where a.at >= ${from.toISOString()}
              order by a.at desc limit 1) last
            cross join lateral (select count(*)::int as arrivals
              from open_between(s.business_id, ${from.toISOString()}, last.at, s.campaign_id) p,
                lateral (select from (${arrivals}) a where a.at >= p.opens_at and a.at < p.closes_at) inside) usual
          where s.business_id = ${businessId}`,
      ),
    ),
  )
  return found.flat()
}

/**
 * Numbers whose daily test fails: the last one of known result did, and no call came since. `count`: the failed ones since
 * a test was answered, and `since` the first of them.
 */
export const listFailedTests = (db: Db, businessId: string) =>
  rowsOf<FailedTest>(
    db,
    sql`select n.id as subject, n.label as name, n.phone, failed.count, failed.since
      from virtual_numbers n
        cross join lateral (select count(*)::int as count, min(t.asked_at) as since, max(t.asked_at) as last from line_tests t
          where t.business_id = n.business_id and t.number_id = n.id and t.forwarded is null and t.outcome not in ('answered', 'unknown')
            and t.asked_at > coalesce((select max(o.asked_at) from line_tests o
              where o.business_id = n.business_id and o.number_id = n.id and o.forwarded is null and o.outcome = 'answered'), '-infinity')) failed
      where n.business_id = ${businessId} and n.daily_test and n.state = 'active' and failed.count > 0
        and not exists (select from calls k where k.business_id = n.business_id and k.number_id = n.id
          and k.direction = 'inbound' and not k.is_test and k.started_at > failed.last)`,
  )

/** Not those that a colleague answered or the caller ended. */
const isLetRing = sql`a.outcome in ('no-answer', 'busy', 'failed')`
type Rung = { from: Date; lately: Date; calls: number; onDays: number }
/** Phones and browsers that were rung and answered no call since `from`; `calls`: those that they let ring. */
export const listUnanswered = (db: Db, businessId: string, { from, lately, calls, onDays }: Rung) =>
  rowsOf<UnansweredPhone>(
    db,
    sql`select coalesce(a.phone, a.user_id::text) as subject, u.name as "userName", a.phone,
        count(distinct a.call_id) filter (where ${isLetRing})::int as calls
      from calls k
        join call_attempts a on a.business_id = k.business_id and a.call_id = k.id
        left join users u on u.id = a.user_id
      where k.business_id = ${businessId} and k.started_at >= ${from.toISOString()} and not k.is_test
        and k.direction = 'inbound'
      group by a.phone, a.user_id, u.name
      having count(a.answered_at) = 0 and max(k.started_at) >= ${lately.toISOString()}
        and count(distinct a.call_id) filter (where ${isLetRing}) >= ${calls}
        and count(distinct (k.started_at at time zone 'Asia/Jerusalem')::date) filter (where ${isLetRing}) >= ${onDays}`,
  )

type Held = { kind: AlarmKind; subject: string }
type Found = { held: Held[]; kinds: readonly AlarmKind[]; now: Date }
/** Stores the alarms of these kinds that hold, and deletes the others. Returns those that did not hold before. */
export async function replaceAlarms(tx: Db, businessId: string, { held, kinds, now }: Found) {
  const rows = sql`jsonb_to_recordset(${JSON.stringify(held)}::jsonb) as h(kind text, subject text)`
  await sql`delete from alarms a where a.business_id = ${businessId} and a.kind = any(${kinds}::text[])
    and not exists (select from ${rows} where h.kind = a.kind and h.subject = a.subject)`.execute(tx)
  return rowsOf<Held>(
    tx,
    sql`insert into alarms (business_id, kind, subject, raised_at)
      select ${businessId}, h.kind, h.subject, ${now.toISOString()} from ${rows}
      on conflict do nothing returning kind, subject`,
  )
}

export async function findBusinessName(db: Db, businessId: string) {
  const found = await db
    .selectFrom('businesses')
    .select('name')
    .where('business_id', '=', businessId)
    .executeTakeFirst()
  return found?.name ?? ''
}
