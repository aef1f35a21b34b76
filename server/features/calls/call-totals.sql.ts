import { sql } from 'kysely'
import type { CallStatus } from '#contract/calls/call-statuses.ts'
import { opaqueParam } from '../../platform/db/named-statements.ts'
import type { Counters, Sql } from '../../platform/lists/counted-list.ts'

/** A single value uses `=`, for which the planner makes one plan. */
export const isOneOf = (values: readonly string[], type: 'uuid' | 'text') =>
  values.length === 1 ? sql`= ${opaqueParam(values[0], type)}` : sql`= any(${values}::${sql.raw(type)}[])`

/** Key of the sum over all campaigns in call_counts and call_…_counts. */
export const ALL_CAMPAIGNS = '00000000-0000-0000-0000-000000000000'

/** Campaigns to count; null: the whole business. */
type Counted = { campaigns: readonly string[] | null }

/**
 * Calls not in the counters yet, each with its weight: pending deltas, ongoing calls, and calls without a campaign, which
 * emit no events. Test calls are not counted. Read in one statement with the counters, a total is consistent.
 */
export const uncountedCalls = (businessId: string, { campaigns }: Counted): Sql => sql`(
  select campaign_id, status, direction, user_id, missed_by, day, hour, total, wait from pending_call_deltas()
    where ${campaigns ? sql`campaign_id ${isOneOf(campaigns, 'text')}` : sql`true`}
  union all select campaign_id::text as campaign_id, status, direction,
      case when status = 'Answered' and direction = 'inbound' then answered_by::text end as user_id,
      '[]'::jsonb as missed_by, day_of(started_at) as day, hour_of_week(started_at) as hour, 1 as total,
      case when status = 'Answered' and direction = 'inbound' then coalesce(ring_s, 0) else 0 end::bigint as wait
    from calls where business_id = ${opaqueParam(businessId, 'uuid')} and (status is null or campaign_id is null) and not is_test
      and ${campaigns ? sql`campaign_id ${isOneOf(campaigns, 'uuid')}` : sql`true`})`

type CountedCalls = Counted & {
  /** Absent: all statuses, ongoing calls included. */
  status?: CallStatus | undefined
  /** Days of their start in Asia/Jerusalem, both included. */
  from?: string | undefined
  to?: string | undefined
}

/** Tables and ranges from which to sum the total of these calls, plus the deltas not applied yet. */
function sourcesOf(businessId: string, { campaigns, status, from, to }: CountedCalls) {
  const days = sql`${from ? sql`and day >= ${opaqueParam(from, 'date')}` : sql``} ${to ? sql`and day <= ${opaqueParam(to, 'date')}` : sql``}`
  const isCounter = sql`business_id = ${opaqueParam(businessId, 'uuid')} and campaign_id ${isOneOf(campaigns ?? [ALL_CAMPAIGNS], 'uuid')}
    and facet = ${sql.lit(status ? 'status' : 'all')} and key = ${opaqueParam(status ?? '', 'text')}`
  return {
    totals: sql`call_counts where ${isCounter}`,
    months: sql`call_month_counts where ${isCounter}`,
    days: sql`call_day_counts where ${isCounter} ${days}`,
    deltas: sql`${uncountedCalls(businessId, { campaigns })} uncounted
      where ${status ? sql`status = ${opaqueParam(status, 'text')}` : sql`true`} ${days}`,
  }
}

/** Exact total of a list as an SQL expression, for the statement that reads its page. */
export function callTotal(businessId: string, counted: CountedCalls, deltas?: Sql): Sql {
  const source = sourcesOf(businessId, counted)
  return sql`((select coalesce(sum(total), 0)::bigint from ${counted.from || counted.to ? source.days : source.totals})
    + (select coalesce(sum(total), 0)::bigint from ${deltas ?? source.deltas}))`
}

export const callCountersOf = (businessId: string, counted: CountedCalls): Counters => ({
  ...sourcesOf(businessId, counted),
  total: (deltas) => callTotal(businessId, counted, deltas),
  isRange: counted.from !== undefined || counted.to !== undefined,
})
