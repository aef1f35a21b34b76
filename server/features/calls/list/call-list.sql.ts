import { sql } from 'kysely'
import { SHOWN_PHONE_MIN } from '#contract/values/masks.ts'
import type { Db } from '../../../platform/db/db.ts'
import { countedList, type Found, type Matching, type Page, type Sql } from '../../../platform/lists/counted-list.ts'
import type { PageWindow } from '../../../platform/lists/paging.ts'
import { type CallRow, callRows } from '../calls.presenter.ts'
import { type CallFilter, keysOf } from './call-list.rules.ts'

export type FoundCalls = Found<CallRow>
export const callList = countedList<CallRow>({ table: 'calls', time: 'started_at', alias: 'c' })

type Parts = { with?: Sql; total: Sql; page: Page }
export const shown = (filter: Pick<CallFilter, 'sight'>, parts: Parts) => ({ ...parts, ...callRows(filter.sight) })
type List = { filter: CallFilter; place: PageWindow }
/** A page of calls with its total. */
export const runPage = (db: Db, businessId: string, { filter, place }: List, parts: Parts): Promise<FoundCalls> =>
  callList.run(db, businessId, place, shown(filter, parts))

/** The filter as conditions on `calls`, without an alias. */
export function conditions(filter: CallFilter): Sql {
  const { campaigns, statuses, numbers, answeredBy, direction, recording, firstTime, abandoned, isEndShown, test } =
    filter
  return sql`${sql.raw(test ? 'is_test' : 'not is_test')} ${campaigns ? sql`and campaign_id = any(${campaigns}::uuid[])` : sql``}
    ${statuses ? sql`and status = any(${statuses}::text[])` : sql``}
    ${numbers ? sql`and number_id = any(${numbers}::uuid[])` : sql``}
    ${answeredBy ? sql`and answered_by = any(${answeredBy}::uuid[])` : sql``}
    ${direction ? sql`and direction = ${sql.lit(direction)}` : sql``} ${daysOf(filter)}
    ${filter.rang ? isRang(filter.rang) : sql``} ${inWeek(sql.raw('started_at'), filter)}
    ${sql.raw(recording ? 'and has_recording' : '')} ${sql.raw(firstTime ? 'and is_first_time' : '')}
    ${sql.raw(filter.returned ? 'and reached_at is not null' : '')} ${sql.raw(filter.notReturned ? 'and reached_at is null' : '')}
    ${sql.raw(abandoned ? 'and is_abandoned' : '')} ${isEndShown ? sql`and length(caller) >= ${sql.lit(SHOWN_PHONE_MIN)}` : sql``}`
}

export const daysOf = ({ from, to }: Pick<CallFilter, 'from' | 'to'>) =>
  sql`${from ? sql`and started_at >= (select start_of(${from}::date))` : sql``}
    ${to ? sql`and started_at < (select start_of(${to}::date + 1))` : sql``}`

/**
 * Incoming calls that one of these people answered, or that rang at their phones unanswered, except where a colleague's
 * answer ended the ringing: those that the counters of a person hold (missed_by, callDelta).
 */
export const isRang = (people: readonly string[]) =>
  sql`and direction = 'inbound' and (status = 'Answered' and answered_by = any(${people}::uuid[])
    or exists (select from call_attempts a where a.business_id = calls.business_id and a.call_id = calls.id
      and a.user_id = any(${people}::uuid[]) and a.outcome is not null and calls.status is not null
      and not (calls.status = 'Answered' and a.outcome = 'canceled')
      and not exists (select from call_attempts b where b.business_id = a.business_id and b.call_id = a.call_id
        and b.user_id = a.user_id and b.bridged)))`

/** The weekdays and hours of a moment on the clock in Israel. */
const inWeek = (moment: Sql, { weekdays, hours }: Pick<CallFilter, 'weekdays' | 'hours'>) =>
  sql`${weekdays ? sql`and hour_of_week(${moment}) / 24 = any(${weekdays}::int[])` : sql``}
    ${hours ? sql`and hour_of_week(${moment}) % 24 = any(${hours}::int[])` : sql``}`

/** The calls of a filter: keys of an index, and the remaining conditions. */
export function matching(filter: CallFilter): Matching {
  const keys = keysOf(filter)
  const named = new Set(keys.map(({ column }) => column))
  const rest: CallFilter = {
    ...filter,
    ...(named.has('campaign_id') && { campaigns: null }),
    ...(named.has('status') && { statuses: undefined }),
    ...(named.has('number_id') && { numbers: undefined }),
    ...(named.has('answered_by') && { answeredBy: undefined }),
  }
  return { keys, condition: conditions(rest) }
}
