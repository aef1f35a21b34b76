import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { BOARD_STEP, type leadBoardRoutes as BoardRoutes, leadBoardRoutes } from '#contract/leads/lead-board.ts'
import type { BoardBy } from '#contract/leads/lead-fields.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import type { RouteInput } from '#contract/route.ts'
import { call } from '../../../lib/http/call.ts'
import { useLiveInvalidate } from '../../../lib/live-list.ts'
import { columnListOf, inBoardOrder, type LeadsSearch, listQueryOf } from '../filters/leads-search.ts'
import { leadKeys } from '../lead-keys.ts'
import { boardKey, columnKey } from './board-cache.ts'

type BoardQuery = RouteInput<typeof BoardRoutes.get>['query'] & { by: BoardBy }
export type BoardChoice = {
  businessId: string
  campaignId: string | null
  search: LeadsSearch
  by: BoardBy
}

/**
 * Data that was requested in parallel with the code is not requested again within this time; events still make it stale
 * at once.
 */
const PREFETCHED_MS = 3_000

export const boardQuery = ({ businessId, campaignId, search, by }: BoardChoice) => {
  const { page: _page, limit: _limit, ...list } = listQueryOf(inBoardOrder(search), campaignId, BOARD_STEP)
  const query: BoardQuery = { ...list, by }
  return queryOptions({
    queryKey: boardKey(businessId, query),
    queryFn: ({ signal }) => call(leadBoardRoutes.get, { query }, { signal }),
    staleTime: PREFETCHED_MS,
  })
}

/** The board, kept live; while another filter loads, the previous board (`isStale`). */
export function useBoard(choice: BoardChoice) {
  const { businessId, campaignId, by } = choice
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...boardQuery(choice),
    placeholderData: (before, query) =>
      (query?.queryKey.at(-1) as BoardQuery | undefined)?.by === by ? before : undefined,
  })
  useLiveInvalidate({ businessId, campaignId, topics: ['lead', 'call'] }, [leadKeys.boards(businessId)])
  return {
    board: data,
    error: data && !isPlaceholderData ? null : error,
    isStale: isPlaceholderData,
    refetch: () => void refetch(),
  }
}

/** The leads of a column after its first ones, a step at a time; requested while `isOn`. */
export function useFurtherLeads({ businessId, campaignId, search, by }: BoardChoice, key: string, isOn: boolean) {
  const column = { by, key }
  const list = columnListOf({ search, campaignId }, column)
  const query = listQueryOf({ ...list.search, page: 1 }, list.campaignId, BOARD_STEP)
  return useInfiniteQuery({
    ...infiniteQueryOptions({
      queryKey: columnKey(businessId, column, query),
      queryFn: ({ pageParam, signal }) => call(leadRoutes.list, { query: { ...query, page: pageParam } }, { signal }),
      staleTime: 0,
      initialPageParam: 2,
      getNextPageParam: ({ pagination }, _pages, last) =>
        (pagination.totalIsExact ? last < pagination.pages : true) ? last + 1 : undefined,
    }),
    enabled: isOn,
  })
}
