import { sql } from 'kysely'
import type { Sql } from '../../../platform/lists/counted-list.ts'
import { type PhoneParts, phoneSearch } from '../../../platform/lists/phone-search.ts'
import { conditions } from './filters.sql.ts'
import type { ListFilter } from './list.rules.ts'
import { leadList } from './list.sql.ts'

const orNull = (list: readonly string[] | null | undefined) => list ?? null

/** The argument `lead_filter` of the search functions. */
export const searchFilterRow = ({ campaigns, status, source, from, to, unread, unanswered, trash }: ListFilter) =>
  sql`row(${orNull(campaigns)}::uuid[], ${orNull(status)}::uuid[], ${orNull(source)}::text[],
    start_of(${from ?? null}::date), start_of(${to ?? null}::date + 1), ${unread === true}, ${unanswered === true},
    ${trash === true})::lead_filter`

export type TextFilter = ListFilter & { text: string }
/** Maximum number of rows, and the order in which they are taken. */
type RowLimit = { isAscending: boolean; limit: Sql }

/**
 * Selects rows (id, created_at) by letters and by conditions that the search functions do not support. The search
 * function returns up to `limit` leads, which are filtered here. If it returns `limit` leads, the text is so common
 * that a scan of the leads in order finds enough matches soon.
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
    union all (select id, created_at from leads where ${isMatch} and search_text like any(search_patterns(${text}))
      and (select count(*) from named) = ${limit} order by ${leadList.newestFirst(isAscending)} limit ${limit})`
}

export type PhoneFilter = ListFilter & { digits: string }
export const phones = phoneSearch({ table: 'leads', time: 'created_at', phone: 'phone', lastDigits: 'phone_last4' })
export const phoneMatching = (businessId: string, { digits, ...filter }: PhoneFilter) => ({
  digits,
  condition: sql`business_id = ${businessId} and ${conditions(filter)}`,
  endOnly: filter.masked !== undefined,
  // Where contacts are masked, the further phones are not searched.
  further: filter.masked ? undefined : (parts: PhoneParts) => furtherPhones(businessId, parts),
})

/** Ids of leads with a further phone that ends or begins so. */
const furtherPhones = (businessId: string, { digits, ends, prefixes }: PhoneParts): Sql =>
  sql`select c.lead_id from lead_contacts c where c.business_id = ${businessId} and c.kind = 'phone'
      and c.last4 = any(${ends}::text[]) and c.value like ${`%${digits}`}
    union select c.lead_id from unnest(${prefixes}::text[], ${prefixes.map((prefix) => `${prefix}:`)}::text[]) p(first, past)
      join lead_contacts c on c.business_id = ${businessId} and c.kind = 'phone' and c.value >= p.first and c.value < p.past`
