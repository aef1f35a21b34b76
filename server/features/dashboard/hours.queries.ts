import { sql } from 'kysely'
import { missedStatuses } from '#contract/calls/call-statuses.ts'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import type { DayRange } from '#contract/values/date-presets.ts'
import type { Db } from '../../platform/db/db.ts'
import { uncountedCalls } from '../calls/call-totals.sql.ts'
import { piecesOf } from './dashboard.rules.ts'
import { asked, type Sql } from './dashboard.sql.ts'

/** `hourMissed`: the missed calls among those of `hour`. */
export type HourRow = { kind: 'hour' | 'hourMissed'; hour: number; total: number }
type HourQuery = {
  /** Null: all time. */
  period: DayRange | null
  /** Null: the whole business. */
  campaigns: readonly string[] | null
}

const always: DayRange = { from: '0001-01-01', to: '9999-12-31' }
const table = (ranges: readonly DayRange[]) => asked(ranges.map((range) => ({ ...range, isCurrent: true })))
const scopeOf = (campaigns: HourQuery['campaigns']) => sql`${campaigns ?? [ALL_CAMPAIGNS]}::uuid[]`

/** Incoming calls by hour of the week: their counters, and the calls that are not counted yet. */
export async function listCallHours(db: Db, businessId: string, { period, campaigns }: HourQuery) {
  const { months, days } = piecesOf(period)
  const facets = ['hour', 'hourMissed']
  const piece = (counts: Sql, day: Sql, ranges: readonly DayRange[]) => sql`
    select c.facet as kind, c.key::int as hour, c.total from ${table(ranges)} cross join lateral (select facet, key, total
      from ${counts} where business_id = ${businessId} and campaign_id = any(${scopeOf(campaigns)})
        and facet = any(${facets}) and ${day} between asked.first and asked.last) c`
  const kept = period
    ? sql`${piece(sql.raw('call_month_counts'), sql.raw('month'), months)}
        union all ${piece(sql.raw('call_day_counts'), sql.raw('day'), days)}`
    : sql`select facet as kind, key::int as hour, total from call_counts
        where business_id = ${businessId} and campaign_id = any(${scopeOf(campaigns)}) and facet = any(${facets})`
  const { from, to } = period ?? always
  const { rows } = await sql<HourRow>`
    with figure as (${kept}
      union all
      select f.kind, u.hour, u.total from ${uncountedCalls(businessId, { campaigns })} u
        cross join lateral (select 'hour' as kind union all select 'hourMissed'
          where u.status = any(${missedStatuses}::text[])) f
        where u.direction = 'inbound' and u.hour is not null and u.day between ${from}::date and ${to}::date)
    select kind, hour, sum(total)::bigint as total from figure group by 1, 2`.execute(db)
  return rows
}

/** New leads by hour of the week: their counters, and the deltas that are not applied to them yet. */
export async function listLeadHours(db: Db, businessId: string, { period, campaigns }: HourQuery) {
  const { months, days } = piecesOf(period)
  const { from, to } = period ?? always
  const piece = (counts: Sql, day: Sql, ranges: readonly DayRange[]) => sql`
    select c.key::int as hour, c.total from ${table(ranges)} cross join lateral (select key, total from ${counts}
      where business_id = ${businessId} and campaign_id = any(${scopeOf(campaigns)}) and facet = 'hour'
        and ${day} between asked.first and asked.last) c`
  const isSeen = campaigns ? sql`u.campaign_id = any(${campaigns}::text[])` : sql`true`
  const { rows } = await sql<HourRow>`
    with figure as (${piece(sql.raw('campaign_month_counts'), sql.raw('month'), months)}
      union all ${piece(sql.raw('campaign_day_counts'), sql.raw('day'), days)}
      union all select u.hour, u.total from pending_lead_deltas() u
        where u.hour is not null and ${isSeen} and u.day between ${from}::date and ${to}::date)
    select 'hour' as kind, hour, sum(total)::bigint as total from figure group by 2`.execute(db)
  return rows
}

type OwnHourQuery = HourQuery & { campaigns: readonly string[]; userId: string }
/** As listLeadHours, by counting the leads of these campaigns that are assigned to one member. */
export async function listOwnLeadHours(db: Db, businessId: string, { period, campaigns, userId }: OwnHourQuery) {
  const { from, to } = period ?? always
  const { rows } = await sql<HourRow>`
    select 'hour' as kind, hour_of_week(created_at) as hour, count(*) as total from leads
    where business_id = ${businessId} and assigned_to = ${userId} and campaign_id = any(${campaigns}::uuid[])
      and deleted_at is null and day_of(created_at) between ${from}::date and ${to}::date
    group by 2`.execute(db)
  return rows
}
