import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import { UNPREPARED } from '../../../platform/db/named-statements.ts'
import { TOTAL_LIMIT } from '../../../platform/lists/counted-list.ts'
import type { PageWindow } from '../../../platform/lists/paging.ts'
import type { CallFilter } from './call-list.rules.ts'
import { callList, conditions, runPage } from './call-list.sql.ts'
import { askedOf, type CallerFilter, callerMatching, callers } from './call-search.sql.ts'

type NameFilter = CallFilter & { text: string }
/** Search by the lead's name or e-mail. The SQL function picks the faster plan; row-level security filters its ids. */
export const searchCalls = (db: Db, businessId: string, { text, ...filter }: NameFilter, place: PageWindow) =>
  runPage(
    db,
    businessId,
    { filter, place },
    {
      with: sql`with found as materialized (select * from find_calls(${text}, ${askedOf(filter)}, ${place.isAscending},
        ${place.offset}, ${place.limit}, ${TOTAL_LIMIT}))`,
      total: sql`(select total from found)`,
      page: {
        rows: sql`select calls.* from found cross join unnest(found.ids) matching(id)
        join calls on calls.business_id = ${businessId} and calls.id = matching.id and ${conditions(filter)}`,
      },
    },
  )

/** Searches calls by digits of the caller's number (platform/lists/phone-search.ts). */
export function searchCallers(db: Db, businessId: string, filter: CallerFilter, place: PageWindow) {
  const order = callList.newestFirst(place.isAscending)
  const parts = callers.page(callerMatching(businessId, filter), place, order, UNPREPARED)
  return runPage(db, businessId, { filter, place }, parts)
}
