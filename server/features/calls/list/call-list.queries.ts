import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import { UNPREPARED } from '../../../platform/db/named-statements.ts'
import { isPageSize, SKIP_MAX, type Sql, TOTAL_LIMIT } from '../../../platform/lists/counted-list.ts'
import type { PageWindow } from '../../../platform/lists/paging.ts'
import { callCountersOf, callTotal } from '../call-totals.sql.ts'
import { type CallFilter, isCounted, keysOf } from './call-list.rules.ts'
import { callList, conditions, matching, runPage, shown } from './call-list.sql.ts'

/** Exact total and pages of any depth if counters apply; else both end at the counting limit. */
export function listCalls(db: Db, businessId: string, filter: CallFilter, place: PageWindow) {
  if (isFirstPageOfAll(filter, place)) return firstPageOfAll(db, businessId, place)
  const isDeep = isCounted(filter) && place.offset > SKIP_MAX
  const parts = isDeep ? deepPage(businessId, filter, place) : nearPage(businessId, filter, place)
  return runPage(db, businessId, { filter, place }, parts)
}

const nearPage = (businessId: string, filter: CallFilter, place: PageWindow) => ({
  ...(hasCachedPlan(filter) ? {} : { with: sql.raw(UNPREPARED) }),
  total: totalOf(businessId, filter),
  page: callList.pageOf(businessId, matching(filter), place),
})

function deepPage(businessId: string, filter: CallFilter, place: PageWindow) {
  const { campaigns, statuses, from, to } = filter
  const counters = callCountersOf(businessId, { campaigns, status: statuses?.[0], from, to })
  return callList.deepPage(businessId, matching(filter), counters, place)
}

const noFilter: CallFilter = { campaigns: null, sight: null }
const firstPageOfAll = callList.firstPage((businessId, place) => shown(noFilter, nearPage(businessId, noFilter, place)))
const isFirstPageOfAll = (filter: CallFilter, { offset, limit }: PageWindow) =>
  !offset && isPageSize(limit) && Object.values(filter).every((value) => value === null || value === undefined)

function totalOf(businessId: string, filter: CallFilter): Sql {
  const { campaigns, statuses, from, to } = filter
  if (isCounted(filter)) return callTotal(businessId, { campaigns, status: statuses?.[0], from, to })
  return sql`(select count(*) from (select from calls where business_id = ${businessId} and ${conditions(filter)} limit ${TOTAL_LIMIT}) counted)`
}

/** Whether the filter has one of few shapes, so that its plan is worth caching. */
const hasCachedPlan = (filter: CallFilter) => {
  const { direction, rang, weekdays, hours, recording, firstTime, abandoned, test } = filter
  const isPlain = !direction && !rang && !weekdays && !hours && !recording && !firstTime && !abandoned && !test
  return isPlain && keysOf(filter).every(({ of }) => of.length === 1)
}
