import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { RouteInput } from '#contract/route.ts'
import { waitingListRoutes } from '#contract/team/waiting-list.ts'
import { call } from '../../lib/http/call.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { confirmed } from '../../lib/session/identity.ts'

export type WaitingQuery = RouteInput<typeof waitingListRoutes.list>['query']
export type Approval = RouteInput<typeof waitingListRoutes.approve>['body']

/** The menu's count is below this key (web/lib/counts/waiting-count.ts). */

export const waitingQuery = (businessId: string, query: WaitingQuery) =>
  queryOptions({
    queryKey: [...queryKeys.waitingList(businessId), 'list', query],
    queryFn: ({ signal }) => call(waitingListRoutes.list, { query }, { signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

/** A decision about selected requests; refreshes list and count. */
function useDecision<T>(businessId: string, act: (value: T) => Promise<unknown>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.waitingList(businessId) }),
  })
}

export const useApprove = (businessId: string) =>
  useDecision(businessId, (body: Approval) =>
    confirmed((identity) => call(waitingListRoutes.approve, { body: { ...body, ...identity } })),
  )
export const useDecline = (businessId: string) =>
  useDecision(businessId, (body: { ids: string[]; reason: string }) => call(waitingListRoutes.decline, { body }))
export const useChangeState = (businessId: string) =>
  useDecision(businessId, (body: { ids: string[]; state: 'Waiting' | 'Paused' }) =>
    call(waitingListRoutes.change, { body }),
  )

export const joinLinkQuery = (businessId: string) =>
  queryOptions({
    queryKey: [...queryKeys.waitingList(businessId), 'link'],
    queryFn: async () => (await call(waitingListRoutes.link)).link,
  })

export function useChangeLink(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: { isEnabled: boolean; renew?: true }) =>
      (await call(waitingListRoutes.changeLink, { body })).link,
    onSuccess: (link) => client.setQueryData(joinLinkQuery(businessId).queryKey, link),
  })
}

/** Fails with 404 if the link was switched off or replaced. */
export const openedLinkQuery = (key: string) =>
  queryOptions({
    queryKey: ['join-link', key],
    queryFn: async () => (await call(waitingListRoutes.open, { params: { key } })).business,
    retry: false,
  })

/** The person's own pending requests. */
export const ownRequestsQuery = queryOptions({
  queryKey: ['own-join-requests'],
  queryFn: async () => (await call(waitingListRoutes.own)).requests,
  staleTime: 0,
})

export function useAskToJoin(key: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    mutationFn: (body: { note: string; source: string }) => call(waitingListRoutes.ask, { params: { key }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ownRequestsQuery.queryKey }),
  })
}

export function useWithdraw() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(waitingListRoutes.withdraw, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: ownRequestsQuery.queryKey }),
  })
}
