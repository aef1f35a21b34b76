import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import { UNPREPARED } from '../../../platform/db/named-statements.ts'
import type { Sql } from '../../../platform/lists/counted-list.ts'
import { type CallRow, callRows } from '../calls.presenter.ts'
import type { CallFilter } from './call-list.rules.ts'
import { callList, matching } from './call-list.sql.ts'
import { callerMatching, callers, namedCalls } from './call-search.sql.ts'

type Piece = {
  /** The last row of the previous batch. */
  after: Pick<CallRow, 'id' | 'started_at'> | undefined
  most: number
}
/** The next rows, newest first. */
export function listBatch(db: Db, businessId: string, filter: CallFilter, { after, most }: Piece) {
  const limit = sql`limit ${sql.lit(most)}`
  const extra = after
    ? sql`and started_at <= ${after.started_at}::timestamptz and (started_at, id) < (${after.started_at}::timestamptz, ${after.id}::uuid)`
    : sql``
  const page = callList.rows(businessId, matching(filter), { isAscending: false, limit, limitPerKey: limit, extra })
  return readRows(db, businessId, filter, page)
}

/** Rows by id, newest first. */
export const listByIds = (db: Db, businessId: string, filter: CallFilter, ids: readonly string[]) =>
  readRows(db, businessId, filter, sql`select asked.id from unnest(${ids}::uuid[]) asked(id)`)

async function readRows(db: Db, businessId: string, { sight }: CallFilter, page: Sql) {
  const { columns, joined } = callRows(sight)
  const { rows } = await sql<CallRow>`${sql.raw(UNPREPARED)} select ${columns} from (${page}) p
    join calls c on c.business_id = ${businessId} and c.id = p.id ${joined}
    order by ${callList.newestFirst(false, 'c.')}`.execute(db)
  return rows
}

type Wanted = CallFilter & { most: number }
/** Ids of all calls whose lead contains the text, newest first. */
export const listNamedIds = (db: Db, businessId: string, { most, ...filter }: Wanted & { text: string }) =>
  idsOf(db, businessId, namedCalls(filter, { isAscending: false, offset: 0, limit: most }))

/** Ids of all calls from these digits, newest first. */
export const listCallerIds = (db: Db, businessId: string, { most, ...filter }: Wanted & { digits: string }) =>
  idsOf(db, businessId, callers.rows(callerMatching(businessId, filter), sql`${most}`))

async function idsOf(db: Db, businessId: string, calls: Sql) {
  const { rows } = await sql<{ ids: string[] | null }>`${sql.raw(UNPREPARED)}
    select array_agg(c.id::text order by c.started_at desc, c.id desc) as ids from (${calls}) found
    join calls c on c.business_id = ${businessId} and c.id = found.id`.execute(db)
  return rows[0]?.ids ?? []
}
