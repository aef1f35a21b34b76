import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
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

export function useCancel(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(operationRoutes.cancel, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: operationsKey(businessId) }),
  })
}
