import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callFlowRoutes } from '#contract/calls/flows/call-flows.ts'
import type { MenuKey } from '#contract/calls/flows/flow-shapes.ts'
import { call } from '../../../lib/http/call.ts'

/** A saved state of a flow, as a number uses it. */
type Tried = { flowId: string; revision: number; numberId: string }
/** `from`: null if the caller withholds the number. */
export type TriedCall = { at: string; from: string | null; keys: MenuKey[] }

const keyOf = (businessId: string, { flowId, revision, numberId }: Tried) =>
  ['call-flows', businessId, 'trial', flowId, revision, numberId] as const

export const simulationQuery = (businessId: string, tried: Tried, made: TriedCall) =>
  queryOptions({
    queryKey: [...keyOf(businessId, tried), made],
    queryFn: () =>
      call(callFlowRoutes.simulate, {
        params: { id: tried.flowId },
        body: { numberId: tried.numberId, ...made },
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const rehearsalQuery = (businessId: string, tried: Tried) =>
  queryOptions({
    queryKey: [...keyOf(businessId, tried), 'rehearsal'],
    queryFn: () =>
      call(callFlowRoutes.rehearsal, { params: { id: tried.flowId }, query: { numberId: tried.numberId } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
