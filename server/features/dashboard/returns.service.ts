import type { DashboardQuery, DashboardReturns } from '#contract/dashboard.ts'
import { dayOf } from '#contract/values/clock.ts'
import { AppError } from '../../platform/http/errors.ts'
import { listCampaignNames } from './dashboard.queries.ts'
import { periodsOf } from './dashboard.rules.ts'
import { type Asking, reachOf } from './dashboard.service.ts'
import { findReturns, type ReturnsRow } from './returns.queries.ts'

/** Missed calls of a period and those whose callers were reached; null: the caller may read no calls. */
export async function readReturns(
  { db, caller, now }: Asking,
  query: DashboardQuery,
): Promise<DashboardReturns | null> {
  const { businessId } = caller
  const { campaigns, heard } = reachOf(caller, query.campaignId)
  const { period, previous } = periodsOf(query, dayOf(now))
  const { rang } = query
  const [names, current, before] = await db
    .connection()
    .execute((one) =>
      Promise.all([
        query.campaignId ? listCampaignNames(one, businessId, campaigns) : null,
        heard && findReturns(one, businessId, { period, campaigns: heard.campaigns, rang }),
        heard && previous && findReturns(one, businessId, { period: previous, campaigns: heard.campaigns, rang }),
      ]),
    )
  if (names?.length === 0) throw new AppError('campaign_not_found')
  if (!current) return null
  const count = (of: (row: ReturnsRow) => number) => ({ total: of(current), previous: before && of(before) })
  return {
    returned: count(({ returned }) => returned),
    notReturned: count(({ missed, returned }) => missed - returned),
    medianMinutes: { value: current.medianMinutes, previous: before?.medianMinutes ?? null },
  }
}
