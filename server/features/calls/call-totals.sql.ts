import { type RawBuilder, sql } from 'kysely'
import type { CallStatus } from '#contract/calls/call-statuses.ts'
import { opaqueParam } from '../../platform/db/named-statements.ts'

type Sql = RawBuilder<unknown>

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
  select campaign_id, status, user_id, missed_by, day, total, wait from unrolled_call_steps()
    where ${campaigns ? sql`campaign_id ${isOneOf(campaigns, 'text')}` : sql`true`}
  union all select campaign_id::text as campaign_id, status, case when status = 'Answered' then answered_by::text end as user_id,
      '[]'::jsonb as missed_by, day_of(started_at) as day, 1 as total,
      case when status = 'Answered' then coalesce(ring_s, 0) else 0 end::bigint as wait
    from calls where business_id = ${opaqueParam(businessId, 'uuid')} and (status is null or campaign_id is null) and not is_test
      and ${campaigns ? sql`campaign_id ${isOneOf(campaigns, 'uuid')}` : sql`true`})`

type CountedCalls = Counted & {
  /** Absent: all statuses, ongoing calls included. */
  status?: CallStatus | undefined
  /** Days of their start in Asia/Jerusalem, both included. */
  from?: string | undefined
  to?: string | undefined
}

/** How many calls a list has, exactly, as an expression: for the statement that reads its page. */
export function callTotal(businessId: string, { campaigns, status, from, to }: CountedCalls): Sql {
  const days = sql`${from ? sql`and day >= ${opaqueParam(from, 'date')}` : sql``} ${to ? sql`and day <= ${opaqueParam(to, 'date')}` : sql``}`
  const kept = sql`business_id = ${opaqueParam(businessId, 'uuid')} and campaign_id ${isOneOf(campaigns ?? [ALL_CAMPAIGNS], 'uuid')}
    and facet = ${sql.lit(status ? 'status' : 'all')} and key = ${opaqueParam(status ?? '', 'text')}`
  const counted = from || to ? sql`call_day_counts where ${kept} ${days}` : sql`call_counts where ${kept}`
  return sql`((select coalesce(sum(total), 0)::bigint from ${counted})
    + (select coalesce(sum(total), 0)::bigint from ${uncountedCalls(businessId, { campaigns })} uncounted
      where ${status ? sql`status = ${opaqueParam(status, 'text')}` : sql`true`} ${days}))`
}
