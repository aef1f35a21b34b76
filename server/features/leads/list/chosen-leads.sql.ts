import { sql } from 'kysely'
import type { Sql } from '../../../platform/lists/counted-list.ts'
import { conditions } from './filters.sql.ts'
import type { ListFilter, Search } from './list.rules.ts'
import { phoneMatching, phones, textMatching } from './search.sql.ts'

/** Ids of at most `limit` leads that match the filter and the search. */
export const matchingIds = (businessId: string, filter: ListFilter, search: Search, limit: number) =>
  sql`select id from (${rowsOf(businessId, filter, search, limit)}) matching limit ${limit}`

function rowsOf(businessId: string, filter: ListFilter, search: Search, limit: number): Sql {
  const all = sql`select id, created_at from leads where business_id = ${businessId} and ${conditions(filter)}`
  if (search.kind === 'none') return all
  if (search.kind === 'nothing') return sql`${all} and false`
  if (search.kind === 'digits') return phones.rows(phoneMatching(businessId, { ...filter, digits: search.digits }))
  return textMatching(businessId, { ...filter, text: search.text }, { isAscending: false, limit: sql.lit(limit) })
}
