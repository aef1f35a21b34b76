import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import { UNPREPARED } from '../../../platform/db/named-statements.ts'
import { TOTAL_LIMIT } from '../../../platform/lists/counted-list.ts'
import type { PageWindow } from '../../../platform/lists/paging.ts'
import { conditions, needsScan } from './filters.sql.ts'
import { leadList, runPage } from './list.sql.ts'
import {
  type PhoneFilter,
  phoneMatching,
  phones,
  searchFilterRow,
  type TextFilter,
  textMatching,
} from './search.sql.ts'

/**
 * Search by letters of name or e-mail. find_leads picks the faster plan; its ids are read again under row-level
 * security.
 */
export const searchLeads = (db: Db, businessId: string, { text, ...filter }: TextFilter, place: PageWindow) =>
  runPage(db, businessId, place, {
    with: sql`with found as materialized (select * from find_leads(${text}, ${searchFilterRow(filter)}, ${place.isAscending},
      ${place.offset}, ${place.limit}, ${TOTAL_LIMIT}))`,
    total: sql`(select total from found)`,
    page: {
      ids: sql`select leads.id from found cross join unnest(found.ids) matching(id)
        join leads on leads.business_id = ${businessId} and leads.id = matching.id and ${conditions(filter)}`,
    },
  })

/** Search by letters, with conditions that the search functions do not support. */
export function scanText(db: Db, businessId: string, filter: TextFilter, place: PageWindow) {
  const matching = textMatching(businessId, filter, { isAscending: place.isAscending, limit: TOTAL_LIMIT })
  return runPage(db, businessId, place, leadList.scannedPage(matching, place))
}

/** Search by digits of the phone (platform/lists/phone-search.ts). */
export function searchPhones(db: Db, businessId: string, filter: PhoneFilter, place: PageWindow) {
  const prefix = needsScan(filter) ? UNPREPARED : ''
  const order = leadList.newestFirst(place.isAscending)
  return runPage(db, businessId, place, phones.page(phoneMatching(businessId, filter), place, order, prefix))
}
