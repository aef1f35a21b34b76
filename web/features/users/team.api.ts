import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { assignmentRoutes } from '#contract/leads/assignment/assignment.ts'
import type { RouteInput } from '#contract/route.ts'
import { type MemberChanges, teamRoutes } from '#contract/team/team.ts'
import { call } from '../../lib/http/call.ts'
import { useLiveInvalidate } from '../../lib/live-list.ts'
import { queryKeys } from '../../lib/query-keys.ts'
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

export const capacityQuery = (businessId: string, userId: string) =>
  queryOptions({
    queryKey: [...teamKey(businessId), 'capacity', userId],
    queryFn: () => call(assignmentRoutes.capacity, { params: { id: userId } }),
    staleTime: 0,
    gcTime: 0,
  })

/** The rules of campaigns show the same value: both read it when they are opened. */
export const useChangeCapacity = (userId: string) =>
  useMutation({
    mutationFn: (capacity: number | null) =>
      call(assignmentRoutes.changeCapacity, { params: { id: userId }, body: { capacity } }),
  })

/** Refreshes the list when others change the team. */
export const useLiveTeam = (businessId: string) =>
  useLiveInvalidate({ businessId, topics: ['member'] }, teamKeys(businessId))

/** The team, and the members to whom leads and campaigns may be assigned. */
const teamKeys = (businessId: string) => [teamKey(businessId), queryKeys.campaignPeople(businessId)]

const refresh = (client: QueryClient, businessId: string) =>
  Promise.all(teamKeys(businessId).map((queryKey) => client.invalidateQueries({ queryKey })))

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
