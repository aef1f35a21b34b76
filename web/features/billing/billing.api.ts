import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type Billing, billingRoutes, type NewMethod } from '#contract/billing/billing.ts'
import type { Meter } from '#contract/billing/plans.ts'
import { call } from '../../lib/http/call.ts'

const billingKey = (businessId: string) => ['billing', businessId] as const
const shownKey = (businessId: string) => [...billingKey(businessId), 'shown'] as const

export const billingQuery = (businessId: string) =>
  queryOptions({
    queryKey: shownKey(businessId),
    queryFn: async ({ signal }) => (await call(billingRoutes.get, undefined, { signal })).billing,
    staleTime: 0,
  })
export const usageQuery = (businessId: string, month: string | undefined) =>
  queryOptions({
    queryKey: [...billingKey(businessId), 'usage', month],
    queryFn: async ({ signal }) =>
      (await call(billingRoutes.usage, { query: month ? { month } : {} }, { signal })).usage,
    staleTime: 0,
  })
export const previewQuery = (businessId: string, planId: string) =>
  queryOptions({
    queryKey: [...billingKey(businessId), 'preview', planId],
    queryFn: async ({ signal }) => (await call(billingRoutes.previewPlan, { query: { planId } }, { signal })).preview,
    staleTime: 0,
  })

/** Shows billing as a reply has it, and asks for usage and documents again. */
function useKeep(businessId: string) {
  const client = useQueryClient()
  return async ({ billing }: { billing: Billing }) => {
    client.setQueryData(shownKey(businessId), billing)
    await client.invalidateQueries({ queryKey: [...billingKey(businessId), 'usage'] })
    await client.invalidateQueries({ queryKey: ['tax-documents'] })
  }
}
const useAgain = (businessId: string) => {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: billingKey(businessId) })
}

export function useChoosePlan(businessId: string) {
  const onSuccess = useKeep(businessId)
  return useMutation({
    mutationFn: (planId: string) => call(billingRoutes.choosePlan, { body: { planId } }),
    onSuccess,
  })
}
export function useEndPlan(businessId: string) {
  const onSuccess = useKeep(businessId)
  return useMutation({ mutationFn: (isOn: boolean) => call(billingRoutes.cancel, { body: { isOn } }), onSuccess })
}
export function usePay(businessId: string) {
  const onSuccess = useKeep(businessId)
  return useMutation({ mutationFn: () => call(billingRoutes.pay, undefined), onSuccess })
}
export function useChangeCaps(businessId: string) {
  const onSuccess = useKeep(businessId)
  return useMutation({
    mutationFn: (caps: Partial<Record<Meter, number>>) => call(billingRoutes.changeCaps, { body: { caps } }),
    onSuccess,
  })
}
/** Leads to the payment house's page. The form shows errors itself. */
export const useAddMethod = () =>
  useMutation({
    meta: { silent: true },
    mutationFn: (body: NewMethod) => call(billingRoutes.addMethod, { body }),
    onSuccess: ({ url }) => window.location.assign(url),
  })
export function useFinishMethod(businessId: string) {
  const onSuccess = useKeep(businessId)
  return useMutation({ mutationFn: (id: string) => call(billingRoutes.finishMethod, { params: { id } }), onSuccess })
}
export function usePreferMethod(businessId: string) {
  const onSettled = useAgain(businessId)
  return useMutation({ mutationFn: (id: string) => call(billingRoutes.preferMethod, { params: { id } }), onSettled })
}
export function useRemoveMethod(businessId: string) {
  const onSettled = useAgain(businessId)
  return useMutation({ mutationFn: (id: string) => call(billingRoutes.removeMethod, { params: { id } }), onSettled })
}
