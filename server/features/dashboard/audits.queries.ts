import { sql } from 'kysely'
import { AUDIT_DRIFTS_MAX, type CounterAudit } from '#contract/dashboard.ts'
import type { DayRange } from '#contract/date-presets.ts'
import type { Db } from '../../platform/db/db.ts'

type Drift = CounterAudit['drifts'][number]
export type Found = { drifts: Drift[]; count: number }

const driftColumns = sql`d.level, d.campaign_id as "campaignId", d.facet, d.key, d.day, d.total, d.sales`
/** Days, `to` not included; null: months and totals against days. */
type Piece = DayRange | null
const driftsOf = (businessId: string, piece: Piece) =>
  piece
    ? sql`lead_day_drifts(${businessId}::uuid, ${piece.from}::date, ${piece.to}::date)`
    : sql`lead_sum_drifts(${businessId}::uuid)`

/** What the counters lack at this very moment. For a transaction of that business. */
export async function findDrifts(tx: Db, businessId: string, piece: Piece): Promise<Found> {
  const { rows } = await sql<Drift & { count: number }>`
    select ${driftColumns}, count(*) over () as count from ${driftsOf(businessId, piece)} d
    order by d.level, d.day, d.facet, d.key limit ${AUDIT_DRIFTS_MAX}`.execute(tx)
  return { drifts: rows.map(({ count: _, ...drift }) => drift), count: rows[0]?.count ?? 0 }
}

/** Gives the counters what they lack now; says how many were wrong. Holds the relay's position: nothing else writes them meanwhile. */
export async function mendCounters(tx: Db, businessId: string, piece: Piece): Promise<number> {
  await sql`select from relay_position where reader = 'relay' for update`.execute(tx)
  const { rows } = await sql<{ mended: number }>`
    with found as materialized (select array_agg(d) as drifts, count(*) as mended from ${driftsOf(businessId, piece)} d)
    select mended, mend_counters(${businessId}::uuid, drifts) from found`.execute(tx)
  return rows[0]?.mended ?? 0
}

/** Months in which there are leads or counters of them, with how many. */
export async function listAuditedMonths(tx: Db, businessId: string) {
  const { rows } = await sql<{ month: string; total: number }>`
    with counted as (select month, total from lead_month_counts where business_id = ${businessId} and facet = 'all' and key = ''),
      ends as (select min(day) as first, max(day) as last from (
        select day_of(min(created_at)) as day from leads where business_id = ${businessId} and deleted_at is null
        union all select day_of(max(created_at)) from leads where business_id = ${businessId} and deleted_at is null
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
    (select count(*) from campaign_month_counts where business_id = ${businessId}) as count`.execute(tx)
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
