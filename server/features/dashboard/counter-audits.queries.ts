import { sql } from 'kysely'
import { AUDIT_DRIFTS_MAX, type CounterAudit } from '#contract/dashboard.ts'
import type { DayRange } from '#contract/values/date-presets.ts'
import type { Db } from '../../platform/db/db.ts'

type Drift = CounterAudit['drifts'][number]
export type Found = { drifts: Drift[]; count: number }
/** What is counted; each subject has its own counters. */
export type Subject = Drift['of']
export const subjects: readonly Subject[] = ['leads', 'calls']
/** Days, `to` excluded; null: compare months and totals with days. */
export type AuditRange = DayRange | null

const place = sql`d.level, d.campaign_id as "campaignId", d.facet, d.key, d.day, d.total`
const parts = {
  leads: {
    columns: sql`${place}, d.sales, d.value`,
    drifts: (businessId: string, range: AuditRange) =>
      range
        ? sql`lead_day_drifts(${businessId}::uuid, ${range.from}::date, ${range.to}::date)`
        : sql`lead_sum_drifts(${businessId}::uuid)`,
    repair: sql`repair_lead_counters`,
  },
  calls: {
    columns: sql`${place}, 0 as sales, d.wait, d.talk`,
    drifts: (businessId: string, range: AuditRange) =>
      range
        ? sql`call_day_drifts(${businessId}::uuid, ${range.from}::date, ${range.to}::date)`
        : sql`call_sum_drifts(${businessId}::uuid)`,
    repair: sql`repair_call_counters`,
  },
}

/** Differences between the counters and the rows, in one snapshot. Needs a transaction of that business. */
export async function findDrifts(tx: Db, businessId: string, of: Subject, range: AuditRange): Promise<Found> {
  const { columns, drifts } = parts[of]
  const { rows } = await sql<Drift & { count: number }>`
    select ${columns}, count(*) over () as count from ${drifts(businessId, range)} d
    order by d.level, d.day, d.facet, d.key limit ${AUDIT_DRIFTS_MAX}`.execute(tx)
  return { drifts: rows.map(({ count: _, ...drift }) => ({ ...drift, of })), count: rows[0]?.count ?? 0 }
}

/**
 * Repairs the counters and returns how many were wrong. Locks the relay’s position, so no other process writes
 * counters.
 */
export async function reconcileCounters(tx: Db, businessId: string, of: Subject, range: AuditRange): Promise<number> {
  const { drifts, repair } = parts[of]
  await sql`select from relay_position where reader = 'relay' for update`.execute(tx)
  const { rows } = await sql<{ repaired: number }>`
    with found as materialized (select array_agg(d) as drifts, count(*) as repaired from ${drifts(businessId, range)} d)
    select repaired, ${repair}(${businessId}::uuid, drifts) from found`.execute(tx)
  return rows[0]?.repaired ?? 0
}

const moments = {
  leads: {
    counted: sql`select month, total from lead_month_counts where facet = 'all' and key = ''`,
    rows: sql`select created_at as at from leads where deleted_at is null`,
  },
  calls: {
    counted: sql`select month, total from call_month_counts
      where facet = 'all' and key = '' and campaign_id = '00000000-0000-0000-0000-000000000000'`,
    rows: sql`select started_at as at from calls where true`,
  },
}

/** Months with rows or counters, and the number of rows. */
export async function listAuditedMonths(tx: Db, businessId: string, of: Subject) {
  const ofBusiness = sql`and business_id = ${businessId}`
  const { counted, rows: all } = moments[of]
  const { rows } = await sql<{ month: string; total: number }>`
    with counted as (${counted} ${ofBusiness}),
      ends as (select min(day) as first, max(day) as last from (
        select day_of(min(at)) as day from (${all} ${ofBusiness}) oldest
        union all select day_of(max(at)) from (${all} ${ofBusiness}) newest
        union all select min(month) from counted union all select max(month) from counted) days)
    select months::date as month, coalesce(c.total, 0) as total
    from ends, generate_series(month_of(first)::timestamp, month_of(last)::timestamp, interval '1 month') months
      left join counted c on c.month = months::date order by 1`.execute(tx)
  return rows
}

export async function countCounters(tx: Db, businessId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select
    (select count(*) from lead_counts where business_id = ${businessId}) +
    (select count(*) from lead_day_counts where business_id = ${businessId}) +
    (select count(*) from lead_month_counts where business_id = ${businessId}) +
    (select count(*) from campaign_day_counts where business_id = ${businessId}) +
    (select count(*) from campaign_month_counts where business_id = ${businessId}) +
    (select count(*) from call_counts where business_id = ${businessId}) +
    (select count(*) from call_day_counts where business_id = ${businessId}) +
    (select count(*) from call_month_counts where business_id = ${businessId}) as count`.execute(tx)
  return rows[0]?.count ?? 0
}

export const insertAudit = (
  tx: Db,
  businessId: string,
  { drifts, checked, driftCount, repaired, tookMs, at }: CounterAudit,
) =>
  tx
    .insertInto('counter_audits')
    .values({
      business_id: businessId,
      at,
      checked,
      drifts: JSON.stringify(drifts),
      drift_count: driftCount,
      repaired,
      took_ms: tookMs,
    })
    .execute()

export const listAudits = (db: Db, businessId: string, limit: number) =>
  db
    .selectFrom('counter_audits')
    .select(['at', 'checked', 'drifts', 'drift_count as driftCount', 'repaired', 'took_ms as tookMs'])
    .where('business_id', '=', businessId)
    .orderBy('at', 'desc')
    .limit(limit)
    .$castTo<CounterAudit>()
    .execute()

export const deleteAudits = (tx: Db, businessId: string, before: string) =>
  tx.deleteFrom('counter_audits').where('business_id', '=', businessId).where('at', '<', before).execute()
