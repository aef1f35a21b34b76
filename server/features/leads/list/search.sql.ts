import { sql } from 'kysely'
import { phonePrefixes } from '../../../platform/http/phones.ts'
import { LAST_DIGITS, type ListFilter } from './list.rules.ts'
import { conditions, newestFirst, type Sql } from './list.sql.ts'

const orNull = (list: readonly string[] | null | undefined) => list ?? null

/** The argument `lead_filter` of the search functions. */
export const searchFilterRow = ({ campaigns, statuses, sources, from, to, unread, unanswered, trash }: ListFilter) =>
  sql`row(${orNull(campaigns)}::uuid[], ${orNull(statuses)}::uuid[], ${orNull(sources)}::text[],
    start_of(${from ?? null}::date), start_of(${to ?? null}::date + 1), ${unread === true}, ${unanswered === true},
    ${trash === true})::lead_filter`

export type TextFilter = ListFilter & { text: string }
/** Number of rows, and from which end. */
type RowLimit = { isAscending: boolean; limit: Sql }

/**
 * Rows (id, created_at) by letters and by conditions that the search functions do not know. The function returns up to
 * `limit` leads, which are filtered here. If it returns `limit`, the text is so common that scanning leads in order
 * finds enough soon.
 */
export function textMatching(
  businessId: string,
  { text, ...filter }: TextFilter,
  { isAscending, limit }: RowLimit,
): Sql {
  const isMatch = sql`leads.business_id = ${businessId} and ${conditions(filter)}`
  return sql`with named as materialized (
      select id from search_leads(${text}, ${searchFilterRow(filter)}, ${isAscending}, 0, ${limit}) named(id))
    (select leads.id, leads.created_at from named join leads on leads.id = named.id and ${isMatch}
      where (select count(*) from named) < ${limit})
    union all (select id, created_at from leads where ${isMatch} and search_text like like_pattern(${text})
      and (select count(*) from named) = ${limit} order by ${newestFirst(isAscending)} limit ${limit})`
}

export type PhoneFilter = ListFilter & { digits: string }
/** Rows (id, created_at) by digits of the phone; with `most`, up to that number by its end and by its beginning. */
export function phoneMatching(businessId: string, { digits, ...filter }: PhoneFilter, most?: Sql): Sql {
  const isMatch = sql`business_id = ${businessId} and ${conditions(filter)}`
  const limit = most ? sql`limit ${most}` : sql``
  const hasEnd = sql`select id, created_at from leads where ${isMatch} and phone_last4 = ${digits.slice(-LAST_DIGITS)}`
  const prefixes = phonePrefixes(digits)
  // Both bounds are parameters: under row-level security an index cannot use `prefix || ':'`. ':' sorts after '9'.
  const hasBeginning = sql`select l.id, l.created_at
    from unnest(${prefixes}::text[], ${prefixes.map((prefix) => `${prefix}:`)}::text[]) prefix(first, past)
    cross join lateral (select id, created_at from leads where ${isMatch} and phone >= prefix.first and phone < prefix.past) l`
  if (digits.length < LAST_DIGITS) return hasBeginning
  if (digits.length === LAST_DIGITS) return hasEnd
  return sql`(${hasEnd} and phone like ${`%${digits}`} ${limit}) union (${hasBeginning} ${limit})`
}
