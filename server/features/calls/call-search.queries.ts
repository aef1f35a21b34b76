import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { OWN_PLAN } from '../../platform/db/tenants.ts'
import { LAST_DIGITS, type Place, phonePrefixes } from '../leads/lead-list.rules.ts'
import { conditions, limited, MOST, newestFirst, runPage, type Sql } from './call-list.parts.ts'
import type { CallFilter } from './call-list.rules.ts'

const orNull = <T>(value: T | null | undefined) => value ?? null
/** What the search's functions are asked beside the text. */
const askedOf = (filter: CallFilter) => sql`row(${orNull(filter.campaigns)}::uuid[], ${orNull(filter.visible)}::uuid[],
  ${orNull(filter.statuses)}::text[], ${orNull(filter.numbers)}::uuid[], ${orNull(filter.answeredBy)}::uuid[],
  ${orNull(filter.direction)}::text, start_of(${orNull(filter.from)}::date), start_of(${orNull(filter.to)}::date + 1),
  ${filter.recording === true}, ${filter.firstTime === true}, ${filter.abandoned === true})::call_filter`

/** Ids by letters of the lead's name or e-mail. */
export const namedCalls = (filter: CallFilter & { text: string }, { isAscending, offset, limit }: Place): Sql =>
  sql`select found.id from search_calls(${filter.text}, ${askedOf(filter)}, ${isAscending}, ${offset}, ${limit}) found(id)`

/** By letters of the lead's name or e-mail. The functions know which way is fast; their answer is read again under the policy. */
export const searchCalls = (db: Db, businessId: string, filter: CallFilter & { text: string }, place: Place) =>
  runPage(
    db,
    businessId,
    { ...place, visible: filter.visible },
    {
      total: sql`count_found_calls(${filter.text}, ${askedOf(filter)}, ${MOST})`,
      page: sql`select calls.id from (${namedCalls(filter, place)}) found join calls
      on calls.business_id = ${businessId} and calls.id = found.id and ${conditions(filter)}`,
    },
  )

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

/** By digits of the caller's number; where more are found than are counted, the newest calls soon fill the page. */
export function searchCallers(db: Db, businessId: string, filter: CallFilter & { digits: string }, place: Place) {
  const { isAscending } = place
  const { digits } = filter
  const prefixes = digits.length === LAST_DIGITS ? [] : phonePrefixes(digits)
  const endings = digits.length < LAST_DIGITS ? [] : [`%${digits}`]
  return runPage(
    db,
    businessId,
    { ...place, visible: filter.visible },
    {
      with: sql`${sql.raw(OWN_PLAN)} with found as materialized (
        select * from (${dialledFrom(businessId, filter, MOST)}) all_found limit ${MOST}),
      counted as materialized (select count(*) as total from found)`,
      total: sql`(select total from counted)`,
      page: sql`(select id, started_at from found where (select total < ${MOST} from counted)
        order by ${newestFirst(isAscending)} ${limited(place)})
      union all (select id, started_at from calls where business_id = ${businessId} and ${conditions(filter)}
        and (select total = ${MOST} from counted)
        and caller like any(${[...prefixes.map((prefix) => `${prefix}%`), ...endings]}::text[])
        order by ${newestFirst(isAscending)} ${limited(place)})`,
    },
  )
}
