import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { OWN_PLAN } from '../../platform/db/tenants.ts'
import { conditions, inFound, limited, MOST, newestFirst, runPage } from './lead-list.parts.ts'
import { isSpecial, LAST_DIGITS, type ListFilter, type Place, phonePrefixes } from './lead-list.rules.ts'

const orNull = (list: readonly string[] | null | undefined) => list ?? null

/** What the search's functions are asked beside the text. */
const askedOf = ({ campaigns, statuses, sources, from, to, unread, unanswered, trash }: ListFilter) =>
  sql`row(${orNull(campaigns)}::uuid[], ${orNull(statuses)}::uuid[], ${orNull(sources)}::text[],
    start_of(${from ?? null}::date), start_of(${to ?? null}::date + 1), ${unread === true}, ${unanswered === true},
    ${trash === true})::lead_filter`

type TextFilter = ListFilter & { text: string }
/** By letters of name or e-mail. The functions know which way is fast; their answer is read again under the policy. */
export function searchLeads(db: Db, businessId: string, { text, ...filter }: TextFilter, place: Place) {
  const asked = askedOf(filter)
  return runPage(
    db,
    { ...place, ...filter },
    {
      total: sql`count_found_leads(${text}, ${asked}, ${MOST})`,
      page: sql`select leads.id from search_leads(${text}, ${asked}, ${place.isAscending}, ${place.offset}, ${place.limit}) found(id)
      join leads on leads.business_id = ${businessId} and leads.id = found.id and ${conditions(filter)}`,
    },
  )
}

/**
 * By letters, and by what the functions do not know. They give as many leads as are counted, in which the rest of the
 * filter is looked for; where more hold the text, it is so common that a walk along the leads soon finds enough.
 */
export function searchSpecialLeads(db: Db, businessId: string, { text, ...filter }: TextFilter, place: Place) {
  const { isAscending } = place
  const live = sql`leads.business_id = ${businessId} and ${conditions(filter)}`
  const matching = sql`with named as materialized (
      select id from search_leads(${text}, ${askedOf(filter)}, ${isAscending}, 0, ${MOST}) named(id))
    (select leads.id, leads.created_at from named join leads on leads.id = named.id and ${live}
      where (select count(*) from named) < ${MOST})
    union all (select id, created_at from leads where ${live} and search_text like like_pattern(${text})
      and (select count(*) from named) = ${MOST} order by ${newestFirst(isAscending)} limit ${MOST})`
  return runPage(db, { ...place, ...filter }, inFound(matching, place))
}

/**
 * By digits of the phone: four are its end, any others its beginning or, from five on, its end too. Found are as many
 * as are counted, by index; where there are more, the digits are so common that the newest leads soon fill the page.
 */
export function searchPhones(
  db: Db,
  businessId: string,
  { digits, ...filter }: ListFilter & { digits: string },
  place: Place,
) {
  const { isAscending } = place
  const live = sql`business_id = ${businessId} and ${conditions(filter)}`
  const hasEnd = sql`select id, created_at from leads where ${live} and phone_last4 = ${digits.slice(-LAST_DIGITS)}`
  const prefixes = digits.length === LAST_DIGITS ? [] : phonePrefixes(digits)
  const endings = digits.length < LAST_DIGITS ? [] : [`%${digits}`]
  // Both ends are given: under a policy an index may not be asked for `prefix || ':'`. The colon follows the nine.
  const hasBeginning = sql`select l.id, l.created_at
    from unnest(${prefixes}::text[], ${prefixes.map((prefix) => `${prefix}:`)}::text[]) asked(first, past)
    cross join lateral (select id, created_at from leads where ${live} and phone >= asked.first and phone < asked.past) l`
  const matching =
    digits.length < LAST_DIGITS
      ? hasBeginning
      : digits.length === LAST_DIGITS
        ? hasEnd
        : sql`(${hasEnd} and phone like ${`%${digits}`} limit ${MOST}) union (${hasBeginning} limit ${MOST})`
  return runPage(
    db,
    { ...place, ...filter },
    {
      with: sql`${sql.raw(isSpecial(filter) ? OWN_PLAN : '')} with found as materialized (select * from (${matching}) all_found limit ${MOST}),
      counted as materialized (select count(*) as total from found)`,
      total: sql`(select total from counted)`,
      page: sql`(select id, created_at from found where (select total < ${MOST} from counted)
        order by ${newestFirst(isAscending)} ${limited(place)})
      union all (select id, created_at from leads where ${live} and (select total = ${MOST} from counted)
        and phone like any(${[...prefixes.map((prefix) => `${prefix}%`), ...endings]}::text[])
        order by ${newestFirst(isAscending)} ${limited(place)})`,
    },
  )
}
