import { sql } from 'kysely'
import { EXACT_TOTAL_MAX, LIMIT_MAX } from '#contract/common.ts'
import { cacheCompiledQuery } from '../../../platform/db/compiled-query-cache.ts'
import type { Db } from '../../../platform/db/db.ts'
import { UNPREPARED } from '../../../platform/db/named-statements.ts'
import type { PageWindow } from '../../../platform/lists/paging.ts'
import { callTotal } from '../call-totals.sql.ts'
import { type CallFilter, isCounted, keysOf } from './call-list.rules.ts'
import {
  conditions,
  isPageSize,
  limited,
  newestFirst,
  pageStatement,
  rowsOf,
  runPage,
  type Sql,
  TOTAL_LIMIT,
} from './call-list.sql.ts'
import { listDeepCalls } from './call-pages.queries.ts'

/** Offset up to this size is used; deeper pages start where the counters say. */
const SKIP_MAX = 1_000
/** Row limits as literals in the statement: two plans cover all pages. */
const REACHES = [SKIP_MAX + LIMIT_MAX, EXACT_TOTAL_MAX + LIMIT_MAX]

/** With an exact total and any page where counters apply; else up to the counting limit. */
export function listCalls(db: Db, businessId: string, filter: CallFilter, place: PageWindow) {
  if (isCounted(filter) && place.offset > SKIP_MAX) return listDeepCalls(db, businessId, filter, place)
  if (isOpened(filter, place)) return openList(db, businessId, place)
  return runPage(db, businessId, { ...place, sight: filter.sight }, partsOf(businessId, filter, place))
}

function partsOf(businessId: string, filter: CallFilter, place: PageWindow) {
  const usual = isUsual(filter) ? {} : { with: sql.raw(UNPREPARED) }
  return { ...usual, total: totalOf(businessId, filter), page: pageOf(businessId, filter, place) }
}

const everything: CallFilter = { campaigns: null, sight: null }
const firstPage = cacheCompiledQuery((businessId: string, place: PageWindow) =>
  pageStatement(businessId, { ...place, sight: null }, partsOf(businessId, everything, place)),
)
async function openList(db: Db, businessId: string, place: PageWindow) {
  const rows = await firstPage(db, businessId, place)
  return { rows, total: rows[0]?.total ?? 0 }
}

/** The first page without filters, which most visits open. */
const isOpened = (filter: CallFilter, { offset, limit }: PageWindow) =>
  !offset && isPageSize(limit) && Object.values(filter).every((asked) => asked === null || asked === undefined)

function pageOf(businessId: string, filter: CallFilter, { isAscending, limit, ...place }: PageWindow) {
  const offset = Math.min(place.offset, EXACT_TOTAL_MAX)
  const within = limited({ isAscending, offset, limit })
  if (!offset) return { calls: rowsOf(businessId, filter, { isAscending, tail: within, most: within, isWhole: true }) }
  const reach = sql`limit ${sql.lit(REACHES.find((most) => most >= offset + limit) ?? EXACT_TOTAL_MAX + LIMIT_MAX)}`
  const near = rowsOf(businessId, filter, { isAscending, tail: reach, most: reach })
  return { ids: sql`select id from (${near}) near order by ${newestFirst(isAscending)} ${within}` }
}

function totalOf(businessId: string, filter: CallFilter): Sql {
  const { campaigns, statuses, from, to } = filter
  if (isCounted(filter)) return callTotal(businessId, { campaigns, status: statuses?.[0], from, to })
  return sql`(select count(*) from (select from calls where business_id = ${businessId} and ${conditions(filter)} limit ${TOTAL_LIMIT}) counted)`
}

/** Has one of few shapes, so its plan is worth caching. */
const isUsual = (filter: CallFilter) => {
  const { direction, recording, firstTime, abandoned, test } = filter
  const isPlain = !direction && !recording && !firstTime && !abandoned && !test
  return isPlain && keysOf(filter).every(({ of }) => of.length === 1)
}
