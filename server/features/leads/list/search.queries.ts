import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import { OWN_PLAN } from '../../../platform/db/named-statements.ts'
import { phonePrefixes } from '../../../platform/http/phones.ts'
import type { Place } from '../../../platform/lists/paging.ts'
import { isSpecial, LAST_DIGITS } from './list.rules.ts'
import { conditions, inFound, limited, MOST, newestFirst, runPage } from './list.sql.ts'
import { askedOf, type PhoneFilter, phoneMatching, type TextFilter, textMatching } from './search.sql.ts'

/** By letters of name or e-mail. The function knows which way is fast; its answer is read again under the policy. */
export const searchLeads = (db: Db, businessId: string, { text, ...filter }: TextFilter, place: Place) =>
  runPage(db, place, {
    with: sql`with found as materialized (select * from find_leads(${text}, ${askedOf(filter)}, ${place.isAscending},
      ${place.offset}, ${place.limit}, ${MOST}))`,
    total: sql`(select total from found)`,
    page: {
      ids: sql`select leads.id from found cross join unnest(found.ids) matching(id)
        join leads on leads.business_id = ${businessId} and leads.id = matching.id and ${conditions(filter)}`,
    },
  })

/** By letters, and by what the search's functions do not know. */
export function searchSpecialLeads(db: Db, businessId: string, filter: TextFilter, place: Place) {
  const matching = textMatching(businessId, filter, { isAscending: place.isAscending, most: MOST })
  return runPage(db, place, inFound(matching, place))
}

/**
 * By digits of the phone: four are its end, any others its beginning or, from five on, its end too. Found are as many
 * as are counted, by index; where there are more, the digits are so common that the newest leads soon fill the page.
 */
export function searchPhones(db: Db, businessId: string, { digits, ...filter }: PhoneFilter, place: Place) {
  const { isAscending } = place
  const prefixes = digits.length === LAST_DIGITS ? [] : phonePrefixes(digits)
  const endings = digits.length < LAST_DIGITS ? [] : [`%${digits}`]
  const matching = phoneMatching(businessId, { digits, ...filter }, MOST)
  return runPage(db, place, {
    with: sql`${sql.raw(isSpecial(filter) ? OWN_PLAN : '')} with found as materialized (select * from (${matching}) all_found limit ${MOST}),
      counted as materialized (select count(*) as total from found)`,
    total: sql`(select total from counted)`,
    page: {
      ids: sql`(select id, created_at from found where (select total < ${MOST} from counted)
        order by ${newestFirst(isAscending)} ${limited(place)})
      union all (select id, created_at from leads where business_id = ${businessId} and ${conditions(filter)}
        and (select total = ${MOST} from counted)
        and phone like any(${[...prefixes.map((prefix) => `${prefix}%`), ...endings]}::text[])
        order by ${newestFirst(isAscending)} ${limited(place)})`,
    },
  })
}
