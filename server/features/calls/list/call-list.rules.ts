import { type CallStatus, missedStatuses } from '#contract/calls/call-statuses.ts'
import type { CallFilters } from '#contract/calls/calls.ts'
import type { LeadScope } from '../../access/access.rules.ts'

/** A list's filter, limited to the caller's campaigns. Null and undefined: no condition. */
export type CallFilter = {
  campaigns: readonly string[] | null
  /** Names of leads out of scope are neither shown nor searched. */
  sight: LeadScope
  statuses?: readonly CallStatus[] | undefined
  numbers?: readonly string[] | undefined
  answeredBy?: readonly string[] | undefined
  rang?: readonly string[] | undefined
  direction?: 'inbound' | 'outbound' | undefined
  from?: string | undefined
  to?: string | undefined
  weekdays?: readonly string[] | undefined
  hours?: readonly string[] | undefined
  recording?: true | undefined
  firstTime?: true | undefined
  returned?: true | undefined
  notReturned?: true | undefined
  abandoned?: true | undefined
  /** Only callers whose masked number shows its end. */
  isEndShown?: true | undefined
  /** Test calls only; absent: all other calls. */
  test?: true | undefined
}

type FilterInput = { campaignId?: readonly string[] | undefined; filters?: CallFilters | undefined }
type Reach = { heard: readonly string[] | null; sight: LeadScope }
export function filterOf({ campaignId, filters = {} }: FilterInput, { heard, sight }: Reach): CallFilter {
  const campaigns = campaignId && heard ? campaignId.filter((id) => heard.includes(id)) : (campaignId ?? heard)
  const { status, missed: isMissed, number, answeredBy, rang, weekday, hour, ...rest } = filters
  const missed = isMissed || rest.returned || rest.notReturned
  // A try of ours that was not answered is no missed call.
  const { direction = missed && 'inbound' } = rest
  const statuses = missed ? missedStatuses.filter((one) => !status || status.includes(one)) : status
  return {
    ...rest,
    direction,
    campaigns: campaigns && [...new Set(campaigns)],
    sight,
    statuses: statuses && [...new Set(statuses)],
    numbers: number && [...new Set(number)],
    answeredBy: answeredBy && [...new Set(answeredBy)],
    rang: rang && [...new Set(rang)],
    weekdays: weekday,
    hours: hour,
  }
}

/** Whether no call can match. */
export const isEmpty = ({ campaigns, statuses, numbers, answeredBy, rang, weekdays, hours }: CallFilter) =>
  [campaigns, statuses, numbers, answeredBy, rang, weekdays, hours].some((list) => list?.length === 0)

type Key = {
  column: 'campaign_id' | 'status' | 'number_id' | 'answered_by'
  type: 'uuid' | 'text'
  of: readonly string[]
}
/**
 * Columns whose values each have an index in time order; scanning it finds the filtered calls. Chooses the index that
 * skips the fewest rows.
 */
export function keysOf({ campaigns, statuses, numbers, answeredBy }: CallFilter): Key[] {
  if (answeredBy) return [{ column: 'answered_by', type: 'uuid', of: answeredBy }]
  if (numbers) return [{ column: 'number_id', type: 'uuid', of: numbers }]
  return [
    ...(campaigns ? [{ column: 'campaign_id', type: 'uuid', of: campaigns } as const] : []),
    ...(statuses ? [{ column: 'status', type: 'text', of: statuses } as const] : []),
  ]
}

/** Whether counters give the total: the filter has at most one status, beside campaigns and days. */
export const isCounted = (filter: CallFilter) => {
  const { statuses, numbers, answeredBy, rang, direction, weekdays, hours, recording, firstTime, abandoned, test } =
    filter
  const isOne =
    (!statuses || statuses.length === 1) && !rang && !weekdays && !hours && !filter.returned && !filter.notReturned
  return isOne && !numbers && !answeredBy && !direction && !recording && !firstTime && !abandoned && !test
}
