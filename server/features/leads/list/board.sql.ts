import { sql } from 'kysely'
import { isOwnFieldName, keyOfFieldName } from '#contract/lead-fields/own-fields.ts'
import { NO_OPTION, UNASSIGNED } from '#contract/leads/lead-board.ts'
import type { BoardBy, BoardGrouping } from '#contract/leads/lead-fields.ts'
import type { Sql } from '../../../platform/lists/counted-list.ts'
import { setFilters } from './filters.sql.ts'
import type { ListFilter, Search } from './list.rules.ts'

type GroupingSql = {
  /** A lead's column as text, of the table `leads`. */
  key: Sql
  /** Conditions on `leads` that select the column `top.key`; an index has its leads in the order of the list. */
  isIn: readonly Sql[]
  /** The filter that selects columns; an own field has none. */
  filter?: keyof ListFilter
  /** The column of the pending deltas, if counters hold the totals. */
  delta?: Sql
  /** Whether an index also contains the leads of a column in list order if the list is limited to campaigns. */
  isOrderedInCampaigns?: true
}
const groupings: Record<BoardGrouping, GroupingSql> = {
  status: {
    key: sql`leads.status_id::text`,
    isIn: [sql`status_id = top.key::uuid`],
    filter: 'status',
    delta: sql`status_id`,
    isOrderedInCampaigns: true,
  },
  campaign: {
    key: sql`leads.campaign_id::text`,
    isIn: [sql`campaign_id = top.key::uuid`],
    filter: 'campaigns',
    delta: sql`campaign_id`,
  },
  source: { key: sql`leads.source`, isIn: [sql`source = top.key`], filter: 'source', delta: sql`source` },
  assigned: {
    key: sql`coalesce(leads.assigned_to::text, ${sql.lit(UNASSIGNED)})`,
    isIn: [
      sql`assigned_to = nullif(top.key, ${sql.lit(UNASSIGNED)})::uuid`,
      sql`top.key = ${sql.lit(UNASSIGNED)} and assigned_to is null`,
    ],
    filter: 'assigned',
    delta: sql`assigned`,
  },
}

const byOption = (key: string): GroupingSql => ({
  key: sql`coalesce(leads.fields -> ${sql.lit(key)} ->> 0, ${sql.lit(NO_OPTION)})`,
  isIn: [
    sql`leads.fields -> ${sql.lit(key)} ->> 0 = top.key`,
    sql`top.key = ${sql.lit(NO_OPTION)} and leads.fields -> ${sql.lit(key)} is null`,
  ],
})
export const groupingOf = (by: BoardBy) =>
  isOwnFieldName(by) ? byOption(keyOfFieldName(by)) : groupings[by as BoardGrouping]

export type BoardChoice = { by: BoardBy; filter: ListFilter; search: Search; isAscending: boolean }

/** Whether counters hold the columns of the board, and an index their leads in order. */
export function isCountedBoard({ by, filter, search }: BoardChoice) {
  const { delta, filter: own, isOrderedInCampaigns } = groupingOf(by)
  if (!delta || search.kind !== 'none' || filter.isRestricted || filter.masked?.text !== undefined) return false
  if (filter.campaigns && by !== 'campaign' && !isOrderedInCampaigns) return false
  return setFilters(filter).every((name) => name === 'from' || name === 'to' || name === own)
}
