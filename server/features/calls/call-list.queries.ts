import { sql } from 'kysely'
import { EXACT_TOTAL_MAX, LIMIT_MAX } from '#contract/common.ts'
import type { Db } from '../../platform/db/db.ts'
import { OWN_PLAN } from '../../platform/db/tenants.ts'
import type { Place } from '../leads/lead-list.rules.ts'
import { conditions, limited, MOST, newestFirst, rowsOf, runPage, type Sql } from './call-list.parts.ts'
import { type CallFilter, keysOf } from './call-list.rules.ts'

/** Rows passed over, as the text of a statement says it: two plans are enough for all pages. */
const REACHES = [1_000, EXACT_TOTAL_MAX + LIMIT_MAX]

/** Any filter, as far as totals are counted. */
export function listCalls(db: Db, businessId: string, filter: CallFilter, place: Place) {
  const { isAscending, offset, limit } = place
  const reach = sql`limit ${sql.lit(REACHES.find((most) => most >= offset + limit) ?? EXACT_TOTAL_MAX + LIMIT_MAX)}`
  const near = rowsOf(businessId, filter, { isAscending, tail: reach, most: reach })
  const page = sql`select id from (${near}) near order by ${newestFirst(isAscending)} ${limited(place)}`
  return runPage(
    db,
    businessId,
    { ...place, visible: filter.visible },
    {
      ...(isUsual(filter) ? {} : { with: sql.raw(OWN_PLAN) }),
      total: totalOf(businessId, filter),
      page,
    },
  )
}

const totalOf = (businessId: string, filter: CallFilter): Sql =>
  sql`(select count(*) from (select from calls where business_id = ${businessId} and ${conditions(filter)} limit ${MOST}) counted)`

/** Its shape is one of few, so that its plan is worth keeping. */
const isUsual = (filter: CallFilter) => {
  const { direction, recording, firstTime, abandoned } = filter
  return keysOf(filter).every(({ of }) => of.length === 1) && !direction && !recording && !firstTime && !abandoned
}
