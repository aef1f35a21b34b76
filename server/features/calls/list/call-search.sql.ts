import { sql } from 'kysely'
import { phonePrefixes } from '../../../platform/http/phones.ts'
import type { PageWindow } from '../../../platform/lists/paging.ts'
import type { LeadScope } from '../../access/access.rules.ts'
import { LAST_DIGITS } from '../../leads/list/list.rules.ts'
import type { CallFilter } from './call-list.rules.ts'
import { conditions, type Sql } from './call-list.sql.ts'

const orNull = <T>(value: T | null | undefined) => value ?? null
/** Names are searched in campaigns whose leads are all readable. */
const searched = (sight: LeadScope) => sight?.campaigns.filter((id) => !sight.own.includes(id))
/** Arguments of the search functions beside the text. */
export const askedOf = (
  filter: CallFilter,
) => sql`row(${orNull(filter.campaigns)}::uuid[], ${orNull(searched(filter.sight))}::uuid[],
  ${orNull(filter.statuses)}::text[], ${orNull(filter.numbers)}::uuid[], ${orNull(filter.answeredBy)}::uuid[],
  ${orNull(filter.direction)}::text, start_of(${orNull(filter.from)}::date), start_of(${orNull(filter.to)}::date + 1),
  ${filter.recording === true}, ${filter.firstTime === true}, ${filter.abandoned === true})::call_filter`

/** Ids by letters of the lead's name or e-mail. */
export const namedCalls = (filter: CallFilter & { text: string }, { isAscending, offset, limit }: PageWindow): Sql =>
  sql`select found.id from search_calls(${filter.text}, ${askedOf(filter)}, ${isAscending}, ${offset}, ${limit}) found(id)`

/** Rows (id, started_at) by digits of the caller's number: four are its end, others its beginning or, from five on, its end too. */
export function dialledFrom(businessId: string, filter: CallFilter & { digits: string }, most: Sql): Sql {
  const { digits } = filter
  const own = sql`business_id = ${businessId} and ${conditions(filter)}`
  const hasEnd = sql`select id, started_at from calls where ${own} and caller_last4 = ${digits.slice(-LAST_DIGITS)}`
  if (digits.length === LAST_DIGITS) return sql`${hasEnd} limit ${most}`
  const prefixes = phonePrefixes(digits)
  // Both ends are given: under a policy an index may not be asked for `prefix || ':'`. The colon follows the nine.
  const hasBeginning = sql`select c.id, c.started_at
    from unnest(${prefixes}::text[], ${prefixes.map((prefix) => `${prefix}:`)}::text[]) asked(first, past)
    cross join lateral (select id, started_at from calls where ${own} and caller >= asked.first and caller < asked.past
      limit ${most}) c limit ${most}`
  if (digits.length < LAST_DIGITS) return hasBeginning
  return sql`(${hasEnd} and caller like ${`%${digits}`} limit ${most}) union (${hasBeginning})`
}
