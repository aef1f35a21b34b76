import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type NewStandIn, type NewSwap, swapRoutes } from '#contract/shifts/swaps.ts'
import { call } from '../../../lib/http/call.ts'
import { sendOnce } from '../../../lib/http/idempotency-key.ts'
import { shiftsKey } from '../shifts.api.ts'

export const swapsQuery = (businessId: string) =>
  queryOptions({ queryKey: [...shiftsKey(businessId), 'swaps'], queryFn: () => call(swapRoutes.list) })

/** Shifts that may be given and taken; read each time they are asked for. */
export const choicesQuery = (businessId: string) =>
  queryOptions({
    queryKey: [...shiftsKey(businessId), 'choices'],
    queryFn: () => call(swapRoutes.choices),
    staleTime: 0,
    gcTime: 0,
  })

export function useAskSwap(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewSwap) => sendOnce('shift-swap', body, (options) => call(swapRoutes.ask, { body }, options)),
    onSuccess: () => client.invalidateQueries({ queryKey: shiftsKey(businessId) }),
  })
}

export function useAskStandIn(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewStandIn) =>
      sendOnce('stand-in', body, (options) => call(swapRoutes.standIn, { body }, options)),
    onSuccess: () => client.invalidateQueries({ queryKey: shiftsKey(businessId) }),
  })
}

export type SwapAct = 'accept' | 'decline' | 'withdraw' | 'approve' | 'undo'
/** Whether it succeeded or not, the swap may have changed. */
export function useActOnSwap(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, act }: { id: string; act: SwapAct }) => call(swapRoutes[act], { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: shiftsKey(businessId) }),
  })
}
