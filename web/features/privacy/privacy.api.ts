import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { twoFactorRoutes } from '#contract/auth/two-factor.ts'
import { privacyRoutes, type RetentionChanges } from '#contract/privacy.ts'
import type { RouteInput } from '#contract/route.ts'
import { call } from '../../lib/http/call.ts'
import { confirmed } from '../../lib/session/identity.ts'
import { saveFile } from './save-person.ts'

const keys = {
  held: (businessId: string, leadId: string) => ['privacy', businessId, 'held', leadId],
  clocks: (businessId: string) => ['privacy', businessId, 'clocks'],
  erasures: (businessId: string) => ['privacy', businessId, 'erasures'],
}

/** Always refetched: data may have been added since. */
export const heldQuery = (businessId: string, leadId: string) =>
  queryOptions({
    queryKey: keys.held(businessId, leadId),
    queryFn: () => call(privacyRoutes.leadHeld, { params: { id: leadId } }),
    staleTime: 0,
  })

export const clocksQuery = (businessId: string) =>
  queryOptions({ queryKey: keys.clocks(businessId), queryFn: () => call(privacyRoutes.settings) })

export const erasuresQuery = (businessId: string) =>
  queryOptions({
    queryKey: keys.erasures(businessId),
    queryFn: () => call(privacyRoutes.erasures),
    staleTime: 0,
  })

export function useChangeClocks(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    mutationFn: (body: RetentionChanges) => call(privacyRoutes.changeSettings, { body }),
    onSuccess: (reply) => client.setQueryData(keys.clocks(businessId), reply),
  })
}

export function useErasePerson(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ leadId, typed }: { leadId: string; typed: string }) =>
      call(privacyRoutes.eraseLead, { params: { id: leadId }, body: { typed } }),
    onSuccess: () => client.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes(businessId) }),
  })
}

export const useSaveOwnData = () => useMutation({ mutationFn: () => saveFile(call(privacyRoutes.ownFile)) })

/** Whether the account has a password to confirm with. */
export const hasPasswordQuery = queryOptions({
  queryKey: ['privacy', 'two-factor'],
  queryFn: () => call(twoFactorRoutes.get),
  staleTime: 0,
})

export const useEraseSelf = () =>
  useMutation({
    meta: { silent: true },
    mutationFn: (body: RouteInput<typeof privacyRoutes.eraseSelf>['body']) =>
      confirmed(({ code }) => call(privacyRoutes.eraseSelf, { body: { ...body, code } }), {
        password: body.password ?? '',
      }),
  })
