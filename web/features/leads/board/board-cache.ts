import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import { isOwnFieldName, keyOfFieldName } from '#contract/lead-fields/own-fields.ts'
import { type BoardColumn, type leadBoardRoutes, NO_OPTION, UNASSIGNED } from '#contract/leads/lead-board.ts'
import type { BoardBy, BoardGrouping } from '#contract/leads/lead-fields.ts'
import type { Lead, leadRoutes } from '#contract/leads/leads.ts'
import type { RouteReply } from '#contract/route.ts'
import { leadKeys } from '../lead-keys.ts'

export type Board = RouteReply<typeof leadBoardRoutes.get>
type LeadPages = InfiniteData<RouteReply<typeof leadRoutes.list>>

const keysOf: Record<BoardGrouping, (lead: Lead) => string> = {
  status: ({ statusId }) => statusId,
  campaign: ({ campaignId }) => campaignId,
  source: ({ source }) => source,
  assigned: ({ assignedTo }) => assignedTo?._id ?? UNASSIGNED,
}

/** Key of the column that holds a lead. */
export const columnKeyOf = (by: BoardBy, lead: Lead): string =>
  isOwnFieldName(by) ? String(lead.fields[keyOfFieldName(by)] ?? NO_OPTION) : keysOf[by](lead)

/** Key of a board's query. */
export const boardKey = (businessId: string, query: { by: BoardBy; sort?: string | undefined }) => [
  ...leadKeys.boards(businessId),
  'whole',
  query,
]
/** Key of the further leads of a column. */
export const columnKey = (businessId: string, column: { by: BoardBy; key: string }, query: object) => [
  ...leadKeys.boards(businessId),
  'column',
  column,
  query,
]

/** Changes leads on all cached boards; those whose column changes move there. */
export function patchBoards(
  client: QueryClient,
  businessId: string,
  ids: readonly string[],
  changes: Partial<Lead>,
): void {
  eachBoard(client, businessId, (board, { by, sort }) =>
    ids.reduce((patched, id) => changeOnBoard(patched, id, { by, changes, isAscending: sort === 'date' }), board),
  )
  eachColumn(client, businessId, ({ by, key }) => (lead) => {
    if (!ids.includes(lead._id)) return [lead]
    const changed = { ...lead, ...changes }
    return columnKeyOf(by, changed) === key ? [changed] : []
  })
}

/** Removes leads from all cached boards. */
export function removeFromBoards(client: QueryClient, businessId: string, ids: readonly string[]): void {
  eachBoard(client, businessId, (board) => ids.reduce((left, id) => takeFromBoard(left, id).board, board))
  eachColumn(client, businessId, () => (lead) => (ids.includes(lead._id) ? [] : [lead]))
}

type BoardQuery = Parameters<typeof boardKey>[1]
function eachBoard(client: QueryClient, businessId: string, change: (board: Board, query: BoardQuery) => Board) {
  const key = [...leadKeys.boards(businessId), 'whole']
  for (const [queryKey, board] of client.getQueriesData<Board>({ queryKey: key }))
    if (board) client.setQueryData<Board>(queryKey, change(board, queryKey[key.length] as BoardQuery))
}

type Column = { by: BoardBy; key: string }
function eachColumn(client: QueryClient, businessId: string, changeOf: (column: Column) => (lead: Lead) => Lead[]) {
  const key: QueryKey = [...leadKeys.boards(businessId), 'column']
  for (const [queryKey, data] of client.getQueriesData<LeadPages>({ queryKey: key })) {
    const change = changeOf(queryKey[key.length] as Column)
    if (data)
      client.setQueryData<LeadPages>(queryKey, {
        ...data,
        pages: data.pages.map((page) => ({ ...page, leads: page.leads.flatMap(change) })),
      })
  }
}

/** The lead and the board without it, if the board shows it. */
function takeFromBoard(board: Board, id: string): { board: Board; lead: Lead | undefined } {
  const lead = board.columns.flatMap(({ leads }) => leads).find(({ _id }) => _id === id)
  if (!lead) return { board, lead }
  const value = lead.value ?? 0
  const columns = board.columns.map((column) =>
    column.leads.includes(lead)
      ? {
          ...column,
          total: column.total - 1,
          value: column.value - value,
          leads: column.leads.filter((one) => one !== lead),
        }
      : column,
  )
  return { board: { ...board, columns, total: board.total - 1, value: board.value - value }, lead }
}

type Change = { by: BoardBy; changes: Partial<Lead>; isAscending: boolean }
function changeOnBoard(board: Board, id: string, { by, changes, isAscending }: Change): Board {
  const taken = takeFromBoard(board, id)
  if (!taken.lead) return board
  const lead = { ...taken.lead, ...changes }
  const [key, value] = [columnKeyOf(by, lead), lead.value ?? 0]
  const isFirst = (one: Lead) => (isAscending ? one.date < lead.date : one.date > lead.date)
  const put = (column: BoardColumn): BoardColumn => {
    const leads = [...column.leads.filter(isFirst), lead, ...column.leads.filter((one) => !isFirst(one))]
    return { ...column, total: column.total + 1, value: column.value + value, leads }
  }
  const { columns } = taken.board
  const known = columns.some((column) => column.key === key)
  return {
    ...taken.board,
    total: taken.board.total + 1,
    value: taken.board.value + value,
    columns: known
      ? columns.map((column) => (column.key === key ? put(column) : column))
      : [...columns, put({ key, total: 0, value: 0, leads: [] })],
  }
}
