import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { OPERATION_POLL_MS, operationRoutes } from '#contract/leads/operations.ts'
import { call } from '../../../lib/http/call.ts'
import { queryKeys } from '../../../lib/query-keys.ts'

export const operationsKey = (businessId: string) => ['operations', businessId] as const

/** What the undo of an operation would do now. */
export const undoPreviewQuery = (businessId: string, id: string) =>
  queryOptions({
    queryKey: [...operationsKey(businessId), 'preview', id],
    queryFn: ({ signal }) => call(operationRoutes.preview, { params: { id } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })

const pollPause = () => new Promise((done) => setTimeout(done, OPERATION_POLL_MS))

/** Undoes an operation and waits for its end; resolves to the undo with what it left as it was. */
async function undoAndWait(id: string) {
  const { operation } = await call(operationRoutes.undo, { params: { id } })
  for (;;) {
    const now = await call(operationRoutes.get, { params: { id: operation._id } })
    if (now.operation.finishedAt !== null) return now
    await pollPause()
  }
}

export function useUndoOperation(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: undoAndWait,
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: operationsKey(businessId) }),
        client.invalidateQueries({ queryKey: queryKeys.leads(businessId) }),
      ]),
  })
}
