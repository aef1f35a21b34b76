import { sql } from 'kysely'
import { missedStatuses, unanswerableStatuses } from '#contract/calls/call-statuses.ts'
import type { Db } from '../../../platform/db/db.ts'
import { UNPREPARED } from '../../../platform/db/named-statements.ts'
import { type Sql, TOTAL_LIMIT } from '../../../platform/lists/counted-list.ts'
import type { CallFilter } from './call-list.rules.ts'
import { callList, matching } from './call-list.sql.ts'
import { type CallerFilter, callerMatching, callers, namedCalls } from './call-search.sql.ts'

export type SummaryRow = {
  calls: number
  answered: number
  answerable: number
  missed: number
  wait: number | null
  callers: number
}

/**
 * Covers the newest TOTAL_LIMIT matching calls. Outgoing calls are answered, or not, by the people whom members call, so
 * they are left out of these figures, unless only outgoing calls are listed.
 */
async function summarize(db: Db, businessId: string, { direction }: Pick<CallFilter, 'direction'>, calls: Sql) {
  const isMeant = direction === 'outbound' ? sql`true` : sql`direction = 'inbound'`
  const { rows } = await sql<SummaryRow>`${sql.raw(UNPREPARED)} select count(*) as calls,
      count(*) filter (where status = 'Answered' and ${isMeant}) as answered,
      count(*) filter (where status is not null and status <> all(${unanswerableStatuses}::text[]) and ${isMeant}) as answerable,
      count(*) filter (where status = any(${missedStatuses}::text[]) and ${isMeant}) as missed,
      avg(ring_s) filter (where status = 'Answered' and ${isMeant})::float as wait, count(distinct caller) as callers
    from (${calls}) found join calls on calls.business_id = ${businessId} and calls.id = found.id`.execute(db)
  return rows[0] as SummaryRow
}

const newest = { isAscending: false, limit: sql`limit ${TOTAL_LIMIT}`, limitPerKey: sql`limit ${TOTAL_LIMIT}` }
export const summarizeCalls = (db: Db, businessId: string, filter: CallFilter) =>
  summarize(db, businessId, filter, callList.rows(businessId, matching(filter), newest))

export const summarizeNamed = (db: Db, businessId: string, filter: CallFilter & { text: string; most: number }) =>
  summarize(db, businessId, filter, namedCalls(filter, { isAscending: false, offset: 0, limit: filter.most }))

export const summarizeCallers = (db: Db, businessId: string, filter: CallerFilter) =>
  summarize(db, businessId, filter, callers.rows(callerMatching(businessId, filter), TOTAL_LIMIT))
