import { sql } from 'kysely'
import { phonePrefixes } from '../../../platform/http/phones.ts'
import { LAST_DIGITS, type ListFilter } from './list.rules.ts'
import { conditions, newestFirst, type Sql } from './list.sql.ts'

const orNull = (list: readonly string[] | null | undefined) => list ?? null

/** What the search's functions are asked beside the text. */
export const askedOf = ({ campaigns, statuses, sources, from, to, unread, unanswered, trash }: ListFilter) =>
  sql`row(${orNull(campaigns)}::uuid[], ${orNull(statuses)}::uuid[], ${orNull(sources)}::text[],
    start_of(${from ?? null}::date), start_of(${to ?? null}::date + 1), ${unread === true}, ${unanswered === true},
    ${trash === true})::lead_filter`

export type TextFilter = ListFilter & { text: string }
/** Of so many rows, from which end. */
type Reach = { isAscending: boolean; most: Sql }

/**
 * Rows (id, created_at) by letters, and by what the functions do not know. They give `most` leads, in which the rest of
 * the filter is looked for; where more hold the text, it is so common that a walk along the leads soon finds enough.
 */
export function textMatching(businessId: string, { text, ...filter }: TextFilter, { isAscending, most }: Reach): Sql {
  const live = sql`leads.business_id = ${businessId} and ${conditions(filter)}`
  return sql`with named as materialized (
      select id from search_leads(${text}, ${askedOf(filter)}, ${isAscending}, 0, ${most}) named(id))
    (select leads.id, leads.created_at from named join leads on leads.id = named.id and ${live}
      where (select count(*) from named) < ${most})
    union all (select id, created_at from leads where ${live} and search_text like like_pattern(${text})
      and (select count(*) from named) = ${most} order by ${newestFirst(isAscending)} limit ${most})`
}

export type PhoneFilter = ListFilter & { digits: string }
/** Rows (id, created_at) by digits of the phone; of its end and of its beginning up to `most` each, where said. */
export function phoneMatching(businessId: string, { digits, ...filter }: PhoneFilter, most?: Sql): Sql {
  const live = sql`business_id = ${businessId} and ${conditions(filter)}`
  const limit = most ? sql`limit ${most}` : sql``
  const hasEnd = sql`select id, created_at from leads where ${live} and phone_last4 = ${digits.slice(-LAST_DIGITS)}`
  const prefixes = phonePrefixes(digits)
  // Both ends are given: under a policy an index may not be asked for `prefix || ':'`. The colon follows the nine.
  const hasBeginning = sql`select l.id, l.created_at
    from unnest(${prefixes}::text[], ${prefixes.map((prefix) => `${prefix}:`)}::text[]) asked(first, past)
    cross join lateral (select id, created_at from leads where ${live} and phone >= asked.first and phone < asked.past) l`
  if (digits.length < LAST_DIGITS) return hasBeginning
  if (digits.length === LAST_DIGITS) return hasEnd
  return sql`(${hasEnd} and phone like ${`%${digits}`} ${limit}) union (${hasBeginning} ${limit})`
}
