import { type RawBuilder, sql } from 'kysely'
import { EXACT_TOTAL_MAX, LIMIT_MAX } from '#contract/common.ts'
import { PAGE_SIZES } from '#contract/constants.ts'
import { SHOWN_PHONE_MIN } from '#contract/values/masks.ts'
import type { Db } from '../../../platform/db/db.ts'
import { opaqueParam } from '../../../platform/db/named-statements.ts'
import type { PageWindow } from '../../../platform/lists/paging.ts'
import { type CallRow, callRows } from '../calls.presenter.ts'
import { type CallFilter, keysOf } from './call-list.rules.ts'

/** As leads/list/list.sql.ts: no list of values and no offset in a text, and how few rows are meant stands in it. */
export type Sql = RawBuilder<unknown>
export type FoundCalls = { rows: CallRow[]; total: number }

/** The counting limit plus one row. */
export const TOTAL_LIMIT = sql.lit(EXACT_TOTAL_MAX + 1)

export const newestFirst = (isAscending: boolean, of: Sql = sql``) =>
  isAscending ? sql`${of}started_at, ${of}id` : sql`${of}started_at desc, ${of}id desc`
export const isPageSize = (limit: number) => (PAGE_SIZES as readonly number[]).includes(limit)
const limitOf = (limit: number) => sql`limit ${isPageSize(limit) ? sql.lit(limit) : limit}`
export const limited = ({ offset, limit }: PageWindow) =>
  sql`${limitOf(limit)} ${offset ? sql`offset ${offset}` : sql``}`

/** The page: ids of its calls, or whole rows, which saves a look-up each. */
type Page = { ids: Sql } | { calls: Sql }
type Parts = { with?: Sql; total: Sql; page: Page }
type Wanted = PageWindow & Pick<CallFilter, 'sight'>
export type PageRow = CallRow & { total: number }
/** A page with its total in one statement, hence one snapshot. */
export function pageStatement(businessId: string, { isAscending, limit, sight }: Wanted, parts: Parts) {
  const most = sql.lit(PAGE_SIZES.find((size) => size >= limit) ?? LIMIT_MAX)
  const { columns, joined } = callRows(sight)
  const calls =
    'calls' in parts.page
      ? sql`(${parts.page.calls}) c`
      : sql`(select id from (${parts.page.ids}) page limit ${most}) p
        join calls c on c.business_id = ${opaqueParam(businessId, 'uuid')} and c.id = p.id`
  return sql<PageRow>`
    ${parts.with ?? sql``} select (select ${parts.total}) as total, ${columns} from ${calls} ${joined}
    order by ${newestFirst(isAscending, sql`c.`)}`
}

/** An empty page returns no total: it is 0 for the first page; beyond the end it is read separately. */
export async function runPage(db: Db, businessId: string, wanted: Wanted, parts: Parts): Promise<FoundCalls> {
  const { rows } = await pageStatement(businessId, wanted, parts).execute(db)
  return { rows, total: rows[0]?.total ?? (wanted.offset ? await totalBeyond(db, parts) : 0) }
}

async function totalBeyond(db: Db, parts: Pick<Parts, 'with' | 'total'>) {
  const { rows } = await sql<{ total: number }>`${parts.with ?? sql``} select ${parts.total} as total`.execute(db)
  return rows[0]?.total ?? 0
}

/** The filter's conditions on calls, which go by the name of their table. */
export function conditions(filter: CallFilter): Sql {
  const { campaigns, statuses, numbers, answeredBy, direction, recording, firstTime, abandoned, isEndShown, test } =
    filter
  return sql`${sql.raw(test ? 'is_test' : 'not is_test')} ${campaigns ? sql`and campaign_id = any(${campaigns}::uuid[])` : sql``}
    ${statuses ? sql`and status = any(${statuses}::text[])` : sql``}
    ${numbers ? sql`and number_id = any(${numbers}::uuid[])` : sql``}
    ${answeredBy ? sql`and answered_by = any(${answeredBy}::uuid[])` : sql``}
    ${direction ? sql`and direction = ${sql.lit(direction)}` : sql``} ${daysOf(filter)}
    ${sql.raw(recording ? 'and has_recording' : '')} ${sql.raw(firstTime ? 'and is_first_time' : '')}
    ${sql.raw(abandoned ? 'and is_abandoned' : '')} ${isEndShown ? sql`and length(caller) >= ${sql.lit(SHOWN_PHONE_MIN)}` : sql``}`
}

export const daysOf = ({ from, to }: Pick<CallFilter, 'from' | 'to'>) =>
  sql`${from ? sql`and started_at >= (select start_of(${from}::date))` : sql``}
    ${to ? sql`and started_at < (select start_of(${to}::date + 1))` : sql``}`

type Reading = { isAscending: boolean; tail: Sql; most: Sql; extra?: Sql; isWhole?: boolean }
/**
 * Ids, or rows with `isWhole`, by time. Several values of a column are read along its index one by one and merged.
 * `tail` limits the result, `most` the rows of each value.
 */
export function rowsOf(
  businessId: string,
  filter: CallFilter,
  { isAscending, tail, most, extra = sql``, isWhole = false }: Reading,
): Sql {
  const keys = keysOf(filter)
  const wanted = (of: string) => sql.raw(isWhole ? `${of}.*` : `${of}.id, ${of}.started_at`)
  const order = newestFirst(isAscending)
  const named = new Set(keys.map(({ column }) => column))
  const rest: CallFilter = {
    ...filter,
    ...(named.has('campaign_id') && { campaigns: null }),
    ...(named.has('status') && { statuses: undefined }),
    ...(named.has('number_id') && { numbers: undefined }),
    ...(named.has('answered_by') && { answeredBy: undefined }),
  }
  const own = sql`select ${wanted('calls')} from calls where business_id = ${opaqueParam(businessId, 'uuid')} and ${conditions(rest)} ${extra}`
  if (keys.every(({ of }) => of.length === 1)) {
    const isOne = keys.map(({ column, type, of }) => sql`and ${sql.ref(column)} = ${opaqueParam(of[0], type)}`)
    return sql`${own} ${sql.join(isOne, sql` `)} order by ${order} ${tail}`
  }
  const asked = keys.map(({ type, of }, i) => sql`unnest(${of}::${sql.raw(type)}[]) ${sql.raw(`k${i}(key)`)}`)
  const isKey = keys.map(({ column }, i) => sql`and ${sql.ref(column)} = ${sql.raw(`k${i}.key`)}`)
  return sql`select ${wanted('found')} from ${sql.join(asked, sql` cross join `)} cross join lateral (
    ${own} ${sql.join(isKey, sql` `)} order by ${order} ${most}) found order by ${order} ${tail}`
}
