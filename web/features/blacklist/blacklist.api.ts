import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { blacklistRoutes } from '#contract/blacklist/blacklist.ts'
import type { RouteInput } from '#contract/route.ts'
import { call } from '../../lib/http/call.ts'

export type BlacklistQuery = RouteInput<typeof blacklistRoutes.list>['query']
export type NewEntry = RouteInput<typeof blacklistRoutes.create>['body']

/** Also invalidated by provider.tsx, which blocks a number from a call or a lead. */
const blacklistKey = (businessId: string) => ['blacklist', businessId] as const

export const blacklistQuery = (businessId: string, query: BlacklistQuery) =>
  queryOptions({
    queryKey: [...blacklistKey(businessId), query],
    queryFn: ({ signal }) => call(blacklistRoutes.list, { query }, { signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

/** The form shows errors itself. */
export function useAddEntry(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    mutationFn: (body: NewEntry) => call(blacklistRoutes.create, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: blacklistKey(businessId) }),
  })
}

export function useRemoveEntry(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(blacklistRoutes.remove, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: blacklistKey(businessId) }),
  })
}
