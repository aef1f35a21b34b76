import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { bulkMessageRoutes } from '#contract/leads/conversations/bulk-messages.ts'
import type { RouteInput } from '#contract/route.ts'
import { call } from '../../../lib/http/call.ts'
import { sendOnce } from '../../../lib/http/idempotency-key.ts'
import { useWatchOperation } from './operations.api.ts'

export type BulkBody = RouteInput<typeof bulkMessageRoutes.send>['body']

/** Who would get the message and who would not, and how it reads; asked for again when the text or the purpose changes. */
export const bulkPreviewQuery = (businessId: string, body: BulkBody) =>
  queryOptions({
    queryKey: ['bulk-messages', businessId, body],
    queryFn: async ({ signal }) => (await call(bulkMessageRoutes.preview, { body }, { signal })).preview,
    staleTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  })

/** Starts the operation once, and shows its progress on every page. */
export function useSendBulk(businessId: string) {
  const watch = useWatchOperation(businessId)
  return useMutation({
    meta: { silent: true },
    mutationFn: (body: BulkBody) =>
      sendOnce('bulk message', body, (options) => call(bulkMessageRoutes.send, { body }, options)),
    onSuccess: ({ operation }) => watch(operation),
  })
}
