import { type RawBuilder, sql } from 'kysely'
import { TRIES_MAX } from '#contract/leads/follow-ups/missed-calls.ts'
import { type Db, rowsOf } from '../../../platform/db/db.ts'
import { isMissed } from '../today/today.sql.ts'

/** A caller of a business, in E.164. */
export type Tried = { business_id: string; caller: string }
type CallOf = { business_id: string; id: string }
type LeadOf = { business_id: string; lead_id: string }

/** Whether a person spoke in the call `b`, which may still go on. */
const isSpoken = sql`not b.is_test and (b.status = 'Answered' and b.reason is distinct from 'left_in_transfer'
  or b.status is null and b.answered_at is not null)`
/** A sum, because for the newest value itself the planner would walk the newest calls of the business. */
const startOf = (call: string) => sql.raw(`(${call}.started_at + interval '0')`)
const lastSpoken = (calls: RawBuilder<unknown>, since: Date) =>
  sql`(select max(greatest(${startOf('b')}, b.answered_at)) from calls b where ${calls} and b.started_at > ${since.toISOString()} and ${isSpoken})`

/** When someone first spoke after the missed call `m`. */
const firstSpoken = (calls: RawBuilder<unknown>) =>
  sql`(select min(greatest(b.started_at, b.answered_at)) from calls b where b.business_id = m.business_id and ${calls}
    and b.started_at > m.started_at and ${isSpoken})`

/**
 * Stores when the callers of missed calls were reached, and the working minutes until then, which stay as they were counted.
 * As the counts, it depends on the stored calls alone.
 */
export const noteReached = (tx: Db, callers: readonly Tried[], since: Date) =>
  sql`
    with asked as materialized (
      select distinct p.business_id, p.caller from jsonb_to_recordset(${JSON.stringify(callers)}::jsonb) as p(business_id uuid, caller text)),
    missed as materialized (
      select c.* from asked p cross join lateral (
        select c.business_id, c.caller, c.campaign_id, c.id, c.lead_id, c.started_at, c.returned_at, c.reached_at from calls c
        where c.business_id = p.business_id and c.caller = p.caller and ${isMissed} and c.started_at > ${since.toISOString()}
        order by ${startOf('c')} desc limit ${sql.lit(TRIES_MAX)}) c),
    found as materialized (
      select m.*, least(m.returned_at, ${firstSpoken(sql`b.caller = m.caller and b.direction = 'inbound'`)},
        ${firstSpoken(sql`b.called = m.caller and b.direction = 'outbound'`)},
        ${firstSpoken(sql`b.lead_id = m.lead_id`)}) as at from missed m)
    update calls c set reached_at = f.at,
      reached_minutes = case when f.at is not null then working_minutes(f.business_id, f.started_at, f.at, f.campaign_id) end
    from found f where c.business_id = f.business_id and c.id = f.id and f.reached_at is distinct from f.at`.execute(tx)

/** The callers whose count these calls may change: the caller, and all callers of a lead that was spoken with. */
export const listCallersOfCalls = (db: Db, calls: readonly CallOf[], since: Date) =>
  rowsOf<Tried>(
    db,
    sql`with named as materialized (select b.* from jsonb_to_recordset(${JSON.stringify(calls)}::jsonb) as e(business_id uuid, id uuid)
        join calls b on b.business_id = e.business_id and b.id = e.id)
      select business_id, case direction when 'inbound' then caller else called end as caller from named
        where direction = 'outbound' or caller is not null
      union
      select c.business_id, c.caller from named b join calls c on c.business_id = b.business_id and c.lead_id = b.lead_id
        where ${isSpoken} and c.started_at > ${since.toISOString()} and ${isMissed}`,
  )

export const listCallersOfLeads = (db: Db, leads: readonly LeadOf[], since: Date) =>
  rowsOf<Tried>(
    db,
    sql`select distinct c.business_id, c.caller
      from jsonb_to_recordset(${JSON.stringify(leads)}::jsonb) as e(business_id uuid, lead_id uuid)
        join calls c on c.business_id = e.business_id and c.lead_id = e.lead_id
      where c.started_at > ${since.toISOString()} and ${isMissed}`,
  )

/** Businesses with missed calls or missed callers. */
export const listBusinessesWithMissed = (db: Db, since: Date) =>
  rowsOf<{ businessId: string }>(
    db,
    sql`select o.business_id as "businessId" from businesses o
      where o.erasing_since is null and (exists (select from missed_callers m where m.business_id = o.business_id)
        or exists (select from calls c where c.business_id = o.business_id and ${isMissed}
          and c.started_at > ${since.toISOString()}))`,
  )

export const listCallersOfBusiness = (db: Db, businessId: string, since: Date) =>
  rowsOf<Tried>(
    db,
    sql`select business_id, caller from missed_callers where business_id = ${businessId}
      union select c.business_id, c.caller from calls c
        where c.business_id = ${businessId} and ${isMissed} and c.started_at > ${since.toISOString()}`,
  )

/**
 * Waits for other counts of these businesses until the transaction ends, so that the last count is that of the newest
 * calls. A later statement sees what was committed meanwhile.
 */
export const lockCallers = (tx: Db, businessIds: readonly string[]) =>
  sql`select pg_advisory_xact_lock(hashtextextended('missed callers ' || b.id, 0))
    from (select unnest(${[...new Set(businessIds)].sort()}::text[]) as id) b`.execute(tx)

/**
 * Counts the missed calls of these callers since someone last spoke with them or marked them, and deletes callers without
 * any. The result depends on the stored calls alone, so neither the order of events nor a repetition changes it.
 */
export async function recountCallers(tx: Db, callers: readonly Tried[], since: Date) {
  if (!callers.length) return
  await lockCallers(
    tx,
    callers.map(({ business_id }) => business_id),
  )
  await sql`
    with asked as materialized (
      select distinct p.business_id, p.caller from jsonb_to_recordset(${JSON.stringify(callers)}::jsonb) as p(business_id uuid, caller text)),
    spoken as materialized (
      select p.*, greatest(
        ${lastSpoken(sql`b.business_id = p.business_id and b.caller = p.caller and b.direction = 'inbound'`, since)},
        ${lastSpoken(sql`b.business_id = p.business_id and b.called = p.caller and b.direction = 'outbound'`, since)}) as at
      from asked p),
    missed as materialized (
      select c.* from spoken s cross join lateral (
        select c.business_id, c.caller, c.campaign_id, c.id, c.lead_id, c.started_at from calls c
        where c.business_id = s.business_id and c.caller = s.caller and ${isMissed} and c.campaign_id is not null
          and c.returned_at is null and c.started_at > greatest(s.at, ${since.toISOString()})
        order by ${startOf('c')} desc limit ${sql.lit(TRIES_MAX)}) c),
    of_leads as materialized (
      select m.*, ${lastSpoken(sql`b.business_id = m.business_id and b.lead_id = m.lead_id`, since)} as at
      from (select distinct business_id, lead_id from missed where lead_id is not null) m),
    waiting as materialized (
      select m.* from missed m left join of_leads l on l.business_id = m.business_id and l.lead_id = m.lead_id
      where l.at is null or m.started_at > l.at),
    counted as materialized (
      select w.business_id, w.caller, w.campaign_id, count(*)::int as tries, min(w.started_at) as first_at,
        max(w.started_at) as last_at, (array_agg(w.id order by w.started_at desc, w.id desc))[1] as call_id,
        (array_agg(w.lead_id order by w.started_at desc, w.id desc))[1] as lead_id
      from waiting w group by 1, 2, 3),
    rung as (
      select w.business_id, w.caller, w.campaign_id, array_agg(distinct t.user_id) as people
      from waiting w join call_attempts t on t.business_id = w.business_id and t.call_id = w.id
      where t.user_id is not null group by 1, 2, 3),
    gone as (
      delete from missed_callers m using asked p where m.business_id = p.business_id and m.caller = p.caller
        and not exists (select from counted c where c.business_id = m.business_id and c.caller = m.caller
          and c.campaign_id = m.campaign_id))
    insert into missed_callers as m (business_id, caller, campaign_id, call_id, lead_id, tries, first_at, last_at, rang)
    select c.business_id, c.caller, c.campaign_id, c.call_id, c.lead_id, c.tries, c.first_at, c.last_at, coalesce(r.people, '{}')
    from counted c left join rung r using (business_id, caller, campaign_id)
    order by c.business_id, c.caller, c.campaign_id
    on conflict (business_id, caller, campaign_id) do update set call_id = excluded.call_id, lead_id = excluded.lead_id,
      tries = excluded.tries, first_at = excluded.first_at, last_at = excluded.last_at, rang = excluded.rang`.execute(
    tx,
  )
  await noteReached(tx, callers, since)
}
