import { type RawBuilder, sql } from 'kysely'
import type { CallStatus } from '#contract/call-statuses.ts'

type Sql = RawBuilder<unknown>

/** Stands for all campaigns together in call_…_counts. */
export const ALL_CAMPAIGNS = '00000000-0000-0000-0000-000000000000'

/** Of which calls; null: of the whole business. */
type Counted = { campaigns: readonly string[] | null }

/**
 * Calls that no rolled-up counter holds, each with its weight: steps that the relay has not reached, calls that go on, and
 * those of which no event tells: without a campaign, or made to try a number out. In one statement with the counters, a
 * total is of one moment.
 */
export const uncountedCalls = (businessId: string, { campaigns }: Counted): Sql => {
  const live = sql`campaign_id::text as campaign_id, status, case when status = 'Answered' then answered_by::text end as user_id,
    '[]'::jsonb as missed_by, day_of(started_at) as day, 1 as total,
    case when status = 'Answered' then coalesce(ring_s, 0) else 0 end::bigint as wait`
  const isAsked = campaigns ? sql`campaign_id = any(${campaigns}::uuid[])` : sql`true`
  const without = campaigns
    ? sql``
    : sql`union all select ${live} from calls where business_id = ${businessId} and campaign_id is null
        and status is not null and not is_test`
  return sql`(
    select campaign_id, status, user_id, missed_by, day, total, wait from unrolled_call_steps()
      where ${campaigns ? sql`campaign_id = any(${campaigns}::text[])` : sql`true`}
    union all select ${live} from calls where business_id = ${businessId} and status is null and ${isAsked}
    union all select ${live} from calls where business_id = ${businessId} and is_test and status is not null and ${isAsked}
    ${without})`
}

type CountedCalls = Counted & {
  /** Absent: all of them, those that go on included. */
  status?: CallStatus | undefined
  /** Days of their start in Asia/Jerusalem, both included. */
  from?: string | undefined
  to?: string | undefined
}

/** How many calls a list has, exactly, as an expression: for the statement that reads its page. */
export function callTotal(businessId: string, { campaigns, status, from, to }: CountedCalls): Sql {
  const days = sql`${from ? sql`and day >= ${from}::date` : sql``} ${to ? sql`and day <= ${to}::date` : sql``}`
  const kept = sql`business_id = ${businessId} and campaign_id = any(${campaigns ?? [ALL_CAMPAIGNS]}::uuid[])
    and facet = ${sql.lit(status ? 'status' : 'all')} and key = ${status ?? ''}`
  const counted = from || to ? sql`call_day_counts where ${kept} ${days}` : sql`call_month_counts where ${kept}`
  return sql`((select coalesce(sum(total), 0)::bigint from ${counted})
    + (select coalesce(sum(total), 0)::bigint from ${uncountedCalls(businessId, { campaigns })} uncounted
      where ${status ? sql`status = ${status}` : sql`true`} ${days}))`
}
