import type { DashboardHours, DashboardQuery } from '#contract/dashboard.ts'
import { dayOf } from '#contract/values/clock.ts'
import { HOURS_A_WEEK } from '#contract/values/week-hours.ts'
import { AppError } from '../../platform/http/errors.ts'
import { listCampaignNames } from './dashboard.queries.ts'
import { periodsOf } from './dashboard.rules.ts'
import { type Asking, reachOf } from './dashboard.service.ts'
import { type HourRow, listCallHours, listLeadHours, listOwnLeadHours } from './hours.queries.ts'
import { listPersonHours } from './person-calls.queries.ts'

/** Calls and leads of a period by hour of the week, within what the caller may read. */
export async function readHours({ db, caller, now }: Asking, query: DashboardQuery): Promise<DashboardHours> {
  const { businessId, userId } = caller
  const { campaigns, heard, own, whole } = reachOf(caller, query.campaignId)
  const { period } = periodsOf(query, dayOf(now))
  const [names, calls, leads, ownLeads] = await db
    .connection()
    .execute((one) =>
      Promise.all([
        query.campaignId ? listCampaignNames(one, businessId, campaigns) : null,
        heard &&
          (query.rang
            ? listPersonHours(one, businessId, { period, campaigns: heard.campaigns, userId: query.rang })
            : listCallHours(one, businessId, { period, campaigns: heard.campaigns })),
        listLeadHours(one, businessId, { period, campaigns: whole }),
        own.length ? listOwnLeadHours(one, businessId, { period, campaigns: own, userId }) : [],
      ]),
    )
  if (names?.length === 0) throw new AppError('campaign_not_found')
  return {
    calls: calls && hoursOf(calls, 'hour'),
    missed: calls && hoursOf(calls, 'hourMissed'),
    leads: hoursOf([...leads, ...ownLeads], 'hour'),
  }
}

function hoursOf(rows: readonly HourRow[], kind: HourRow['kind']): number[] {
  const hours = new Array<number>(HOURS_A_WEEK).fill(0)
  for (const row of rows) if (row.kind === kind) hours[row.hour] = (hours[row.hour] ?? 0) + row.total
  return hours
}
