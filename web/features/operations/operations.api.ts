import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { bulkMessageRoutes } from '#contract/leads/conversations/bulk-messages.ts'
import { OPERATION_POLL_MS, type Operation, type OperationSize, operationRoutes } from '#contract/leads/operations.ts'
import { call } from '../../lib/http/call.ts'
import { operationsKey } from '../../shared/popups/undo/undo.api.ts'

export const isRunning = ({ state }: Operation) => state === 'queued' || state === 'running'

/** A page of operations; polled while one of them runs. */
export const operationsQuery = (businessId: string, query: { page: number; limit: number; of: OperationSize }) =>
  queryOptions({
    queryKey: [...operationsKey(businessId), 'list', query],
    queryFn: ({ signal }) => call(operationRoutes.list, { query }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.operations.some(isRunning) ? OPERATION_POLL_MS : false),
  })

/** One operation with the leads that it skipped. */
export const leftQuery = (businessId: string, id: string) =>
  queryOptions({
    queryKey: [...operationsKey(businessId), 'left', id],
    queryFn: ({ signal }) => call(operationRoutes.get, { params: { id } }, { signal }),
  })

const FATES_ROWS = 25
const FATES_POLL_MS = 5_000
/** States of messages that change by themselves. */
const open = ['waiting', 'queued', 'sending', 'sent']

/** What became of the messages of an operation. */
export const fatesQuery = (businessId: string, id: string, page: number) =>
  queryOptions({
    queryKey: [...operationsKey(businessId), 'fates', id, page],
    queryFn: ({ signal }) =>
      call(bulkMessageRoutes.fates, { params: { id }, query: { page, limit: FATES_ROWS } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.counts.some((one) => open.includes(one.state)) ? FATES_POLL_MS : false,
  })

export function useCancel(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(operationRoutes.cancel, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: operationsKey(businessId) }),
  })
}
