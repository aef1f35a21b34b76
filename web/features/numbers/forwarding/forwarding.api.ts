import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { forwardingRoutes, type NumberForward } from '#contract/calls/forwarding.ts'
import { call } from '../../../lib/http/call.ts'
import { queryKeys } from '../../../lib/query-keys.ts'

const POLL_MS = 1_000
const isRunning = ({ check }: NumberForward) => check !== null && check.outcome === null

/** Existing numbers that are forwarded to a number; looked at again while a check goes on. */
export const forwardsQuery = (businessId: string, numberId: string) =>
  queryOptions({
    queryKey: [...queryKeys.numbers(businessId), 'forwarding', numberId],
    queryFn: () => call(forwardingRoutes.list, { params: { id: numberId } }),
    refetchInterval: ({ state }) => (state.data?.forwards.some(isRunning) ? POLL_MS : false),
  })

function useForwardAct(
  businessId: string,
  numberId: string,
  route: typeof forwardingRoutes.add | typeof forwardingRoutes.remove | typeof forwardingRoutes.check,
) {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    mutationFn: (phone: string) => call(route, { params: { id: numberId }, body: { phone } }),
    onSettled: () => client.invalidateQueries({ queryKey: forwardsQuery(businessId, numberId).queryKey }),
  })
}

/** The section shows errors itself. */
export const useAddForward = (businessId: string, numberId: string) =>
  useForwardAct(businessId, numberId, forwardingRoutes.add)
export const useRemoveForward = (businessId: string, numberId: string) =>
  useForwardAct(businessId, numberId, forwardingRoutes.remove)
export const useCheckForward = (businessId: string, numberId: string) =>
  useForwardAct(businessId, numberId, forwardingRoutes.check)
