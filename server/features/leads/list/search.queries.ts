import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import { UNPREPARED } from '../../../platform/db/named-statements.ts'
import { phonePrefixes } from '../../../platform/http/phones.ts'
import type { PageWindow } from '../../../platform/lists/paging.ts'
import { LAST_DIGITS, needsScan } from './list.rules.ts'
import { conditions, limited, newestFirst, runPage, scannedPage, TOTAL_LIMIT } from './list.sql.ts'
import { type PhoneFilter, phoneMatching, searchFilterRow, type TextFilter, textMatching } from './search.sql.ts'

/**
 * Search by letters of name or e-mail. find_leads picks the faster plan; its ids are read again under row-level
 * security.
 */
export const searchLeads = (db: Db, businessId: string, { text, ...filter }: TextFilter, place: PageWindow) =>
  runPage(db, place, {
    with: sql`with found as materialized (select * from find_leads(${text}, ${searchFilterRow(filter)}, ${place.isAscending},
      ${place.offset}, ${place.limit}, ${TOTAL_LIMIT}))`,
    total: sql`(select total from found)`,
    page: {
      ids: sql`select leads.id from found cross join unnest(found.ids) matching(id)
        join leads on leads.business_id = ${businessId} and leads.id = matching.id and ${conditions(filter)}`,
    },
  })

/** Search by letters, with conditions that the search functions do not know. */
export function scanText(db: Db, businessId: string, filter: TextFilter, place: PageWindow) {
  const matching = textMatching(businessId, filter, { isAscending: place.isAscending, limit: TOTAL_LIMIT })
  return runPage(db, place, scannedPage(matching, place))
}

/**
 * Search by digits of the phone: four match its end; any other number its beginning, and from five on its end too. Up
 * to TOTAL_LIMIT matches are found by index; if there are more, the digits are so common that scanning the newest
 * leads fills the page soon.
 */
export function searchPhones(db: Db, businessId: string, { digits, ...filter }: PhoneFilter, place: PageWindow) {
  const { isAscending } = place
  const prefixes = digits.length === LAST_DIGITS ? [] : phonePrefixes(digits)
  const endings = digits.length < LAST_DIGITS ? [] : [`%${digits}`]
  const matching = phoneMatching(businessId, { digits, ...filter }, TOTAL_LIMIT)
  return runPage(db, place, {
    with: sql`${sql.raw(needsScan(filter) ? UNPREPARED : '')} with found as materialized (select * from (${matching}) all_found limit ${TOTAL_LIMIT}),
      counted as materialized (select count(*) as total from found)`,
    total: sql`(select total from counted)`,
    page: {
      ids: sql`(select id, created_at from found where (select total < ${TOTAL_LIMIT} from counted)
        order by ${newestFirst(isAscending)} ${limited(place)})
      union all (select id, created_at from leads where business_id = ${businessId} and ${conditions(filter)}
        and (select total = ${TOTAL_LIMIT} from counted)
        and phone like any(${[...prefixes.map((prefix) => `${prefix}%`), ...endings]}::text[])
        order by ${newestFirst(isAscending)} ${limited(place)})`,
    },
  })
}
