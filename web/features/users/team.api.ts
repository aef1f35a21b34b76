import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { RouteInput } from '#contract/route.ts'
import { type MemberChanges, teamRoutes } from '#contract/team/team.ts'
import { call } from '../../lib/http/call.ts'
import { useLive } from '../../lib/http/live.ts'
import { confirmed } from '../../lib/session/identity.ts'

type ListInput = RouteInput<typeof teamRoutes.list>['query']

const teamKey = (businessId: string) => ['team', businessId] as const

/** A page of members in order of joining; the previous page stays visible while it loads. */
export const teamQuery = (businessId: string, query: ListInput) =>
  queryOptions({
    queryKey: [...teamKey(businessId), 'list', query],
    queryFn: ({ signal }) => call(teamRoutes.list, { query }, { signal }),
    placeholderData: keepPreviousData,
  })

/** Refetched each time a removal is opened: new leads may have arrived. */
export const newAssigneesQuery = (businessId: string, userId: string) =>
  queryOptions({
    queryKey: [...teamKey(businessId), 'new-assignees', userId],
    queryFn: () => call(teamRoutes.assignees, { params: { id: userId } }),
    staleTime: 0,
    gcTime: 0,
  })

/** Refreshes the list when others change the team. */
export function useLiveTeam(businessId: string) {
  const client = useQueryClient()
  useLive((message) => {
    if (
      message.kind === 'change' &&
      message.event.businessId === businessId &&
      message.event.name.startsWith('member.')
    )
      void refresh(client, businessId)
  })
}

const refresh = (client: QueryClient, businessId: string) =>
  Promise.all([
    client.invalidateQueries({ queryKey: teamKey(businessId) }),
    // Members to whom leads and campaigns may be assigned.
    client.invalidateQueries({ queryKey: ['campaigns', businessId, 'people'] }),
  ])

export function useChangeMember(businessId: string, userId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: MemberChanges) =>
      confirmed((identity) => call(teamRoutes.change, { params: { id: userId }, body: { ...body, ...identity } })),
    onSuccess: () => refresh(client, businessId),
  })
}

export function useSuspendMember(businessId: string, userId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (isSuspended: boolean) =>
      confirmed((body) => call(isSuspended ? teamRoutes.suspend : teamRoutes.resume, { params: { id: userId }, body })),
    onSuccess: () => refresh(client, businessId),
  })
}

export function useRemoveMember(businessId: string, userId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (takeOver: string | null) =>
      confirmed((identity) => call(teamRoutes.remove, { params: { id: userId }, body: { takeOver, ...identity } })),
    onSuccess: () => refresh(client, businessId),
  })
}
