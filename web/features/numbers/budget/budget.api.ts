import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type BudgetChanges, telephonyBudgetRoutes } from '#contract/calls/telephony-budget.ts'
import { call } from '../../../lib/http/call.ts'
import { queryKeys } from '../../../lib/query-keys.ts'

const HOUR_MS = 3_600_000

/** What the business's account with a provider costs; read from the account each time. */
export const budgetQuery = (businessId: string) =>
  queryOptions({
    queryKey: [...queryKeys.numbers(businessId), 'budget'],
    queryFn: () => call(telephonyBudgetRoutes.get),
    meta: { silent: true },
  })

/** What numbers cost a month, by kind. */
export const pricesQuery = (businessId: string) =>
  queryOptions({
    queryKey: [...queryKeys.numbers(businessId), 'prices'],
    queryFn: () => call(telephonyBudgetRoutes.prices),
    staleTime: HOUR_MS,
    meta: { silent: true },
  })

export const priceQuery = (businessId: string, numberId: string) =>
  queryOptions({
    queryKey: [...queryKeys.numbers(businessId), 'price', numberId],
    queryFn: () => call(telephonyBudgetRoutes.price, { params: { id: numberId } }),
    staleTime: HOUR_MS,
    meta: { silent: true },
  })

/** The form shows errors itself. */
export function useChangeBudget(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    mutationFn: (body: BudgetChanges) => call(telephonyBudgetRoutes.change, { body }),
    onSuccess: (reply) => client.setQueryData(budgetQuery(businessId).queryKey, reply),
  })
}
