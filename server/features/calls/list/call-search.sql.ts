import { sql } from 'kysely'
import type { Sql } from '../../../platform/lists/counted-list.ts'
import type { PageWindow } from '../../../platform/lists/paging.ts'
import { phoneSearch } from '../../../platform/lists/phone-search.ts'
import type { LeadScope } from '../../access/access.rules.ts'
import type { CallFilter } from './call-list.rules.ts'
import { conditions } from './call-list.sql.ts'

const orNull = <T>(value: T | null | undefined) => value ?? null
/** Names are searched only in campaigns whose leads the caller reads in full. */
const searched = (sight: LeadScope) => sight?.campaigns.filter((id) => !sight.own.includes(id))
/** Arguments of the search functions after the text. */
export const askedOf = (
  filter: CallFilter,
) => sql`row(${orNull(filter.campaigns)}::uuid[], ${orNull(searched(filter.sight))}::uuid[],
  ${orNull(filter.statuses)}::text[], ${orNull(filter.numbers)}::uuid[], ${orNull(filter.answeredBy)}::uuid[],
  ${orNull(filter.direction)}::text, start_of(${orNull(filter.from)}::date), start_of(${orNull(filter.to)}::date + 1),
  ${filter.recording === true}, ${filter.firstTime === true}, ${filter.abandoned === true},
  ${orNull(filter.weekdays)}::int[], ${orNull(filter.hours)}::int[], ${orNull(filter.rang)}::uuid[])::call_filter`

/** Ids by letters of the lead's name or e-mail. */
export const namedCalls = (filter: CallFilter & { text: string }, { isAscending, offset, limit }: PageWindow): Sql =>
  sql`select found.id from search_calls(${filter.text}, ${askedOf(filter)}, ${isAscending}, ${offset}, ${limit}) found(id)`

export type CallerFilter = CallFilter & { digits: string }
export const callers = phoneSearch({ table: 'calls', time: 'started_at', phone: 'caller', lastDigits: 'caller_last4' })
export const callerMatching = (businessId: string, { digits, ...filter }: CallerFilter) => ({
  digits,
  condition: sql`business_id = ${businessId} and ${conditions(filter)}`,
  endOnly: filter.isEndShown === true,
})
