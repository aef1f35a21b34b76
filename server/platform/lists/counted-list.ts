import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import { EXACT_TOTAL_MAX, LIMIT_MAX } from '#contract/common.ts'
import { PAGE_SIZES } from '#contract/constants.ts'
import type { Db } from '../db/db.ts'
import { opaqueParam, UNPREPARED } from '../db/named-statements.ts'
import type { PageWindow } from './paging.ts'

/*
 * Statements are prepared per connection (platform/db/named-statements.ts). So their texts hold neither lists of values
 * nor offsets. Limits are literals: for an unknown limit the planner assumes a tenth of the table, and picks a bad plan.
 */
export type Sql = RawBuilder<unknown>

/** A table that is listed by time. `alias` names its rows in the statement of a page. */
type ListedTable = { table: string; time: string; alias: string }
/** A column that has one of these values. An index holds the rows of each value in the order of the list. */
export type ListKey = { column: string; type: 'uuid' | 'text'; of: readonly string[] }
/** Rows by index keys, and by a condition on the table, which has no alias. */
export type Matching = { keys: readonly ListKey[]; condition: Sql }
/** `limitPerKey` limits the rows of each key, `limit` (and offset) the result. `isWhole`: rows instead of ids. */
export type Reading = { isAscending: boolean; limit: Sql; limitPerKey: Sql; extra?: Sql; isWhole?: boolean }

/** The page as ids, by time or as they are `ranked` (id, rank), or as whole rows, which saves a lookup per row. */
export type Page = { ids: Sql } | { ranked: Sql } | { rows: Sql }
/** A page with its total. `columns` and `joined` present a row. */
export type PageParts = { with?: Sql; total: Sql; page: Page; columns: Sql; joined?: Sql }
export type Found<Row> = { rows: Row[]; total: number }

/**
 * The counters of a list: sources (`from` clauses) with the total by month and by day, and with the deltas that are not
 * applied yet by day. `total` is an expression over the deltas of the given source.
 */
export type Counters = { months: Sql; days: Sql; deltas: Sql; total: (deltas: Sql) => Sql; isRange: boolean }

/** Rows skipped by OFFSET; deeper pages are found by the counters. */
export const SKIP_MAX = 1_000
/** Row limits as literals: two plans cover all pages. */
const REACHES = [SKIP_MAX + LIMIT_MAX, EXACT_TOTAL_MAX + LIMIT_MAX]
/** One more than the largest exact total of a list without counters. */
export const TOTAL_LIMIT = sql.lit(EXACT_TOTAL_MAX + 1)

export const isPageSize = (limit: number) => (PAGE_SIZES as readonly number[]).includes(limit)
const limitOf = (limit: number) => sql`limit ${isPageSize(limit) ? sql.lit(limit) : limit}`
export const limited = ({ offset, limit }: Pick<PageWindow, 'offset' | 'limit'>) =>
  sql`${limitOf(limit)} ${offset ? sql`offset ${offset}` : sql``}`

/** Placeholder of the business in a cached query. */
const ANY_BUSINESS = 'any business'

/**
 * Caches compiled queries that differ only by the business and by `choice`: compiling the query of a list's first page took
 * a tenth of the server's time. The text may depend on `choice` alone, so `build` gets nothing else.
 */
function cacheCompiledQuery<Choice extends object, Row>(
  build: (businessId: string, choice: Choice) => RawBuilder<Row>,
) {
  const compiled = new Map<string, CompiledQuery<Row>>()
  return async (db: Db, businessId: string, choice: Choice): Promise<Row[]> => {
    const key = JSON.stringify(choice)
    const statement = compiled.get(key) ?? build(ANY_BUSINESS, choice).compile(db)
    compiled.set(key, statement)
    const values = statement.parameters.map((value) => (value === ANY_BUSINESS ? businessId : value))
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(statement.sql, values))
    return rows
  }
}

type PageRows = { businessId: string; page: Page; most: Sql }
/** The rows of a page, as a source; `p` names its ids. */
function pageRows(table: string, alias: string, { businessId, page, most }: PageRows): Sql {
  const row = sql.raw(alias)
  if ('rows' in page) return sql`(${page.rows}) ${row}`
  const ids = 'ranked' in page ? sql`select id, rank from (${page.ranked})` : sql`select id from (${page.ids})`
  return sql`(${ids} page limit ${most}) p
    join ${sql.raw(table)} ${row} on ${row}.business_id = ${opaqueParam(businessId, 'uuid')} and ${row}.id = p.id`
}

/** Pages of a table by time, with their totals, each in one statement and hence in one snapshot. */
export function countedList<Row>({ table, time, alias }: ListedTable) {
  const name = sql.raw(table)
  const newestFirst = (isAscending: boolean, of = '') =>
    sql.raw(isAscending ? `${of}${time}, ${of}id` : `${of}${time} desc, ${of}id desc`)

  function statement(businessId: string, { isAscending, limit }: PageWindow, parts: PageParts) {
    const most = sql.lit(PAGE_SIZES.find((size) => size >= limit) ?? LIMIT_MAX)
    const order = 'ranked' in parts.page ? sql`p.rank` : newestFirst(isAscending, `${alias}.`)
    return sql<Row & { total: number }>`
      ${parts.with ?? sql``} select (select ${parts.total}) as total, ${parts.columns} from ${pageRows(table, alias, { businessId, page: parts.page, most })} ${parts.joined ?? sql``}
      order by ${order}`
  }

  /** Rows carry the total, so an empty page has none: on the first page it is 0, beyond the end it is queried. */
  async function run(db: Db, businessId: string, place: PageWindow, parts: PageParts): Promise<Found<Row>> {
    const { rows } = await statement(businessId, place, parts).execute(db)
    return { rows, total: rows[0]?.total ?? (place.offset ? await totalBeyond(db, parts) : 0) }
  }

  /** The first page without a filter, which most visits begin with; its statement is compiled once. */
  function firstPage(partsOf: (businessId: string, place: PageWindow) => PageParts) {
    const cached = cacheCompiledQuery((businessId: string, place: PageWindow) =>
      statement(businessId, place, partsOf(businessId, place)),
    )
    return async (db: Db, businessId: string, place: PageWindow): Promise<Found<Row>> => {
      const rows = await cached(db, businessId, place)
      return { rows, total: rows[0]?.total ?? 0 }
    }
  }

  /** Ids or rows in the order of the list. Several values of a key are read by an index scan each, and merged. */
  function rows(businessId: string, { keys, condition }: Matching, reading: Reading): Sql {
    const { limit, limitPerKey, extra = sql``, isWhole = false } = reading
    const order = newestFirst(reading.isAscending)
    const selected = (of: string) => sql.raw(isWhole ? `${of}.*` : `${of}.id, ${of}.${time}`)
    const own = sql`select ${selected(table)} from ${name} where business_id = ${opaqueParam(businessId, 'uuid')} and ${condition} ${extra}`
    if (keys.every(({ of }) => of.length === 1)) {
      const isKey = keys.map(({ column, type, of }) => sql`and ${sql.ref(column)} = ${opaqueParam(of[0], type)}`)
      return sql`${own} ${sql.join(isKey, sql` `)} order by ${order} ${limit}`
    }
    const values = keys.map(({ type, of }, i) => sql`unnest(${of}::${sql.raw(type)}[]) ${sql.raw(`k${i}(key)`)}`)
    const isKey = keys.map(({ column }, i) => sql`and ${sql.ref(column)} = ${sql.raw(`k${i}.key`)}`)
    return sql`select ${selected('found')} from ${sql.join(values, sql` cross join `)} cross join lateral (
      ${own} ${sql.join(isKey, sql` `)} order by ${order} ${limitPerKey}) found order by ${order} ${limit}`
  }

  /** A page whose rows are skipped by OFFSET. */
  function pageOf(businessId: string, matching: Matching, { isAscending, limit, ...place }: PageWindow): Page {
    const offset = Math.min(place.offset, EXACT_TOTAL_MAX)
    const within = limited({ offset, limit })
    if (!offset)
      return { rows: rows(businessId, matching, { isAscending, limit: within, limitPerKey: within, isWhole: true }) }
    const reach = sql`limit ${sql.lit(REACHES.find((most) => most >= offset + limit) ?? EXACT_TOTAL_MAX + LIMIT_MAX)}`
    const near = rows(businessId, matching, { isAscending, limit: reach, limitPerKey: reach })
    return { ids: sql`select id from (${near}) near order by ${newestFirst(isAscending)} ${within}` }
  }

  /**
   * Page and total of `matching` (id, time), which is read once, for filters that an index may not support. The
   * statement is not prepared: its text varies too much.
   */
  const scannedPage = (matching: Sql, place: PageWindow) => ({
    with: sql`${sql.raw(UNPREPARED)} with found as materialized (${matching})`,
    total: sql`(select count(*) from found)`,
    page: { ids: sql`select id from found order by ${newestFirst(place.isAscending)} ${limited(place)}` },
  })

  /**
   * A page of any depth. Counted from the oldest, it holds the rows from `first` to before `past`. The counters of months,
   * then days, locate either end, and so how many rows to skip when reading from the start of the first day or from the
   * end of the last. The shorter way is taken.
   */
  function deepPage(businessId: string, matching: Matching, counters: Counters, place: PageWindow) {
    const read = (fromPast: boolean) => {
      const skip = sql.raw(`(select ${fromPast ? 'past_skip' : 'first_skip'} from direction)`)
      const count = sql`(select count from direction)`
      const extra = fromPast
        ? sql`and (select is_past from direction) and ${sql.ref(time)} < (select past_edge from direction)`
        : sql`and (select not is_past from direction) and ${sql.ref(time)} >= (select first_edge from direction)`
      return rows(businessId, matching, {
        isAscending: !fromPast,
        limit: sql`limit ${count} offset ${skip}`,
        limitPerKey: sql`limit ${skip} + ${count}`,
        extra,
      })
    }
    return {
      with: directionOf(counters, place),
      total: sql`(select total from counted)`,
      page: { ids: sql`select id from ((${read(true)}) union all (${read(false)})) both_ways` },
    }
  }

  return { newestFirst, run, firstPage, rows, pageOf, scannedPage, deepPage }
}

async function totalBeyond(db: Db, parts: Pick<PageParts, 'with' | 'total'>) {
  const { rows } = await sql<{ total: number }>`${parts.with ?? sql``} select ${parts.total} as total`.execute(db)
  return rows[0]?.total ?? 0
}

/** Common table expressions: the total (`counted`), and from which end to read how many rows (`direction`). */
function directionOf({ months, days, deltas, total, isRange }: Counters, place: PageWindow): Sql {
  const { isAscending, offset, limit } = place
  // If a range starts or ends within a month, all of its days are summed.
  const span = isRange
    ? sql`select 0 as before, '-infinity'::date as since, 'infinity'::date as until`
    : sql`select coalesce(max(upto) filter (where upto <= (select first from target)), 0) as before,
          min(month) filter (where upto > (select first from target)) as since,
          (min(month) filter (where upto >= (select past from target)) + interval '1 month')::date as until
        from (select month, sum(total::int) over (order by month) as upto from (
          select month, total from ${months} union all select month_of(day), total from delta) months) running`
  const isNear = sql`day >= (select since from span) and day < (select until from span)`
  return sql`with delta as materialized (select day, total from ${deltas}),
    counted as materialized (select ${total(sql`delta`)} as total),
    target as materialized (select
        ${isAscending ? sql`${offset}::bigint` : sql`greatest(total - ${offset} - ${limit}, 0)`} as first,
        ${isAscending ? sql`least(total, ${offset}::bigint + ${limit})` : sql`total - ${offset}`} as past
      from counted where total > ${offset}),
    span as materialized (${span}),
    running as (select day, (select before from span) + sum(total::int) over (order by day) as upto from (
      select day, total from ${days} and ${isNear} union all select day, total from delta where ${isNear}) days),
    edges as (select (select past - first from target) as count,
        start_of(min(day) filter (where upto > (select first from target))) as first_edge,
        (select first from target) - greatest((select before from span),
          max(upto) filter (where upto <= (select first from target))) as first_skip,
        start_of(min(day) filter (where upto >= (select past from target)) + 1) as past_edge,
        min(upto) filter (where upto >= (select past from target)) - (select past from target) as past_skip
      from running),
    direction as materialized (select *, past_skip <= first_skip as is_past from edges)`
}
