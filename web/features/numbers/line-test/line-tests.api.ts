import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { lineTestRoutes } from '#contract/calls/line-tests/line-tests.ts'
import type { RouteReply } from '#contract/route.ts'
import { call } from '../../../lib/http/call.ts'
import { queryKeys } from '../../../lib/query-keys.ts'

const POLL_MS = 1_000

/** The last test of a number and whether it is tested daily; looked at again while a test goes on. */
export const lineTestQuery = (businessId: string, numberId: string) =>
  queryOptions({
    queryKey: [...queryKeys.numbers(businessId), 'line-test', numberId],
    queryFn: () => call(lineTestRoutes.get, { params: { id: numberId } }),
    refetchInterval: ({ state }) => (state.data?.last?.outcome === null ? POLL_MS : false),
  })

type Shown = RouteReply<typeof lineTestRoutes.get>
function useShow(businessId: string, numberId: string) {
  const client = useQueryClient()
  const { queryKey } = lineTestQuery(businessId, numberId)
  return {
    change: (part: Partial<Shown>) => client.setQueryData(queryKey, (before) => before && { ...before, ...part }),
    readAgain: () => client.invalidateQueries({ queryKey }),
  }
}

/** The section shows errors itself. A call that could not be placed is a result, too. */
export function useStartLineTest(businessId: string, numberId: string) {
  const { change, readAgain } = useShow(businessId, numberId)
  return useMutation({
    meta: { silent: true },
    mutationFn: () => call(lineTestRoutes.start, { params: { id: numberId } }),
    onSuccess: ({ test }) => change({ last: test }),
    onError: readAgain,
  })
}

export function useSetDailyTest(businessId: string, numberId: string) {
  const { change } = useShow(businessId, numberId)
  return useMutation({
    mutationFn: (isDaily: boolean) => call(lineTestRoutes.set, { params: { id: numberId }, body: { isDaily } }),
    onSuccess: (_, isDaily) => void change({ isDaily }),
  })
}
