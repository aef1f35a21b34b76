import { sql } from 'kysely'
import { BOARD_COLUMNS_MAX, BOARD_STEP } from '#contract/leads/lead-board.ts'
import type { Db } from '../../../platform/db/db.ts'
import { UNPREPARED } from '../../../platform/db/named-statements.ts'
import type { Sql } from '../../../platform/lists/counted-list.ts'
import { type OwnLeadRow, ownColumns } from '../leads.sql.ts'
import { type BoardChoice, groupingOf, isCountedBoard } from './board.sql.ts'
import { matchingIds } from './chosen-leads.sql.ts'
import { conditions } from './filters.sql.ts'
import { leadList } from './list.sql.ts'

/** More than a business has leads: a search for a board finds all of them. */
const ALL_LEADS = 100_000_000

export type BoardRow = OwnLeadRow & {
  key: string
  total: number
  total_value: number
  /** Number of columns; the same in each row. */
  columns: number
  board_total: number
  board_value: number
}

/** Reads totals and first leads of the columns with the most leads, by `key` and in the order of the list. */
export async function listBoard(db: Db, businessId: string, choice: BoardChoice): Promise<BoardRow[]> {
  const { rows } = await (isCountedBoard(choice) ? countedBoard : scannedBoard)(businessId, choice).execute(db)
  return rows
}

const columns = sql`top.key, top.total, top.total_value, top.columns, top.board_total, top.board_value, ${ownColumns}`
const most = sql`order by total desc, key limit ${sql.lit(BOARD_COLUMNS_MAX)}`
const totals = sql`count(*) over () as columns, (sum(total) over ())::bigint as board_total,
  (sum(total_value) over ())::bigint as board_value`

/** The totals come from the counters, the leads of each column through an index. */
function countedBoard(businessId: string, { by, filter, isAscending }: BoardChoice) {
  const { delta, isIn, filter: own } = groupingOf(by)
  if (!delta || !own) throw new Error(`No counters of the board by ${by}`)
  const { campaigns, from, to } = filter
  const inCampaigns = by === 'campaign' ? null : campaigns
  const keys = filter[own] as readonly string[] | null | undefined
  const days = sql`${from ? sql`and day >= ${from}::date` : sql``} ${to ? sql`and day <= ${to}::date` : sql``}`
  const isDays = from !== undefined || to !== undefined
  const isChosen = (key: Sql) => (keys ? sql`and ${key} = any(${keys}::text[])` : sql``)
  const source = inCampaigns
    ? sql`${sql.raw(isDays ? 'campaign_day_counts' : 'campaign_month_counts')}
        where business_id = ${businessId} and campaign_id = any(${inCampaigns}::uuid[])`
    : sql`${sql.raw(isDays ? 'lead_day_counts' : 'lead_counts')} where business_id = ${businessId}`
  const created = sql`${from ? sql`and created_at >= (select start_of(${from}::date))` : sql``}
    ${to ? sql`and created_at < (select start_of(${to}::date + 1))` : sql``}`
  const order = leadList.newestFirst(isAscending)
  const step = sql`order by ${order} limit ${sql.lit(BOARD_STEP)}`
  const firstOf = (isColumn: Sql) => {
    const all = sql`select leads.* from leads where business_id = ${businessId} and ${isColumn} and deleted_at is null ${created}`
    return inCampaigns
      ? sql`select found.* from unnest(${inCampaigns}::uuid[]) c(id) cross join lateral (
          ${all} and campaign_id = c.id ${step}) found ${step}`
      : sql`${all} ${step}`
  }
  const cards = sql.join(
    isIn.map((isColumn) => sql`(${firstOf(isColumn)})`),
    sql` union all `,
  )
  return sql<BoardRow>`
    with counted as materialized (select key, sum(total)::bigint as total, sum(value)::bigint as total_value from (
        select key, total, value from ${source} and facet = ${sql.lit(by)} ${isChosen(sql`key`)} ${isDays ? days : sql``}
        union all select ${delta}, total, value from pending_lead_deltas()
          where ${inCampaigns ? sql`campaign_id = any(${inCampaigns}::text[])` : sql`true`} ${isChosen(delta)} ${days}) summed
      group by key having sum(total) > 0),
    top as materialized (select *, ${totals} from counted ${most})
    select ${columns} from top cross join lateral (${cards}) r
    order by top.total desc, top.key, ${leadList.newestFirst(isAscending, 'r.')}`
}

/** Up to this many leads are sorted to find the first of each column; of more, each column is read in its order. */
const SORTED_MAX = 5_000

/** All matching leads are counted. The statement is planned with the actual values. */
function scannedBoard(businessId: string, { by, filter, search, isAscending }: BoardChoice) {
  const { key, isIn } = groupingOf(by)
  const isSearch = search.kind !== 'none'
  const matched = isSearch
    ? sql`matched as materialized (${matchingIds(businessId, filter, search, ALL_LEADS)}),`
    : sql``
  const from = sql`from leads where business_id = ${businessId}
    and ${isSearch ? sql`id in (select id from matched)` : conditions(filter)}`
  const order = leadList.newestFirst(isAscending)
  // A search finds few leads, whose ids are known.
  const inOrder = (isSearch ? [] : isIn).map(
    (isColumn) => sql`select c.id from top cross join lateral (
      select id ${from} and ${isColumn} order by ${order} limit ${sql.lit(BOARD_STEP)}) c where top.board_total > ${sql.lit(SORTED_MAX)}`,
  )
  const sorted = sql`select id from (
      select id, row_number() over (partition by ${key} order by ${order}) as place ${from}
        ${isSearch ? sql`` : sql`and (select max(board_total) from top) <= ${sql.lit(SORTED_MAX)}`}) placed
    where place <= ${sql.lit(BOARD_STEP)}`
  return sql<BoardRow>`${sql.raw(UNPREPARED)}
    with ${matched}
    top as materialized (select *, ${totals} from (
      select key, count(*) as total, coalesce(sum(value), 0)::bigint as total_value
      from (select ${key} as key, value ${from}) found group by key) counted ${most}),
    cards as (${sql.join([...inOrder, sorted], sql` union all `)})
    select ${columns} from leads r join top on top.key = ${sql`(select ${key} from (select r.*) leads)`}
    where r.business_id = ${businessId} and r.id = any(array(select id from cards))
    order by top.total desc, top.key, ${leadList.newestFirst(isAscending, 'r.')}`
}
