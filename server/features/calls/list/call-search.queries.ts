import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import { UNPREPARED } from '../../../platform/db/named-statements.ts'
import { phonePrefixes } from '../../../platform/http/phones.ts'
import type { PageWindow } from '../../../platform/lists/paging.ts'
import { LAST_DIGITS } from '../../leads/list/list.rules.ts'
import type { CallFilter } from './call-list.rules.ts'
import { conditions, limited, newestFirst, runPage, TOTAL_LIMIT } from './call-list.sql.ts'
import { askedOf, dialledFrom } from './call-search.sql.ts'

/** By letters of the lead's name or e-mail. The SQL function picks the faster plan; its ids are filtered again by the policy. */
export const searchCalls = (
  db: Db,
  businessId: string,
  { text, ...filter }: CallFilter & { text: string },
  place: PageWindow,
) =>
  runPage(
    db,
    businessId,
    { ...place, sight: filter.sight },
    {
      with: sql`with found as materialized (select * from find_calls(${text}, ${askedOf(filter)}, ${place.isAscending},
        ${place.offset}, ${place.limit}, ${TOTAL_LIMIT}))`,
      total: sql`(select total from found)`,
      page: {
        calls: sql`select calls.* from found cross join unnest(found.ids) matching(id)
        join calls on calls.business_id = ${businessId} and calls.id = matching.id and ${conditions(filter)}`,
      },
    },
  )

/** By digits of the caller's number. Above the counting limit, a scan of the newest calls fills the page quickly. */
export function searchCallers(db: Db, businessId: string, filter: CallFilter & { digits: string }, place: PageWindow) {
  const { isAscending } = place
  const { digits } = filter
  const prefixes = digits.length === LAST_DIGITS ? [] : phonePrefixes(digits)
  const endings = digits.length < LAST_DIGITS ? [] : [`%${digits}`]
  return runPage(
    db,
    businessId,
    { ...place, sight: filter.sight },
    {
      with: sql`${sql.raw(UNPREPARED)} with found as materialized (
        select * from (${dialledFrom(businessId, filter, TOTAL_LIMIT)}) all_found limit ${TOTAL_LIMIT}),
      counted as materialized (select count(*) as total from found)`,
      total: sql`(select total from counted)`,
      page: {
        ids: sql`(select id, started_at from found where (select total < ${TOTAL_LIMIT} from counted)
        order by ${newestFirst(isAscending)} ${limited(place)})
      union all (select id, started_at from calls where business_id = ${businessId} and ${conditions(filter)}
        and (select total = ${TOTAL_LIMIT} from counted)
        and caller like any(${[...prefixes.map((prefix) => `${prefix}%`), ...endings]}::text[])
        order by ${newestFirst(isAscending)} ${limited(place)})`,
      },
    },
  )
}
