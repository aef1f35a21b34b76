import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { RouteInput } from '#contract/route.ts'
import { invitationRoutes } from '#contract/team/invitations.ts'
import { call } from '../../lib/http/call.ts'
import { confirmed } from '../../lib/session/identity.ts'
import { sessionQuery } from '../../lib/session/session.ts'

export type InvitationQuery = RouteInput<typeof invitationRoutes.list>['query']
export type NewInvitations = RouteInput<typeof invitationRoutes.create>['body']
/** Parameters of an invitation's URL. */
export type InvitationLink = { id: string; token: string }

const listKey = (businessId: string) => ['invitations', businessId] as const

export const invitationsQuery = (businessId: string, query: InvitationQuery) =>
  queryOptions({
    queryKey: [...listKey(businessId), query],
    queryFn: ({ signal }) => call(invitationRoutes.list, { query }, { signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

/** A mutation of one invitation by id; refreshes the list. */
function useAct<T>(businessId: string, act: (value: T) => Promise<unknown>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSettled: () => client.invalidateQueries({ queryKey: listKey(businessId) }),
  })
}

export const useResend = (businessId: string) =>
  useAct(businessId, (id: string) => confirmed((body) => call(invitationRoutes.resend, { params: { id }, body })))
export const useRevoke = (businessId: string) =>
  useAct(businessId, (id: string) => call(invitationRoutes.revoke, { params: { id } }))

/** Creates a new link and returns its URL. */
export function useMakeLink(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) =>
      (await confirmed((body) => call(invitationRoutes.link, { params: { id }, body }))).url,
    onSettled: () => client.invalidateQueries({ queryKey: listKey(businessId) }),
  })
}

/** The form shows errors itself. */
export function useInvite(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    mutationFn: (body: NewInvitations) =>
      confirmed((identity) => call(invitationRoutes.create, { body: { ...body, ...identity } })),
    onSuccess: () => client.invalidateQueries({ queryKey: listKey(businessId) }),
  })
}

/** Fails with 404 if the link is unknown. */
export const openedQuery = (link: InvitationLink) =>
  queryOptions({
    queryKey: ['invitation', link.id, link.token],
    queryFn: async () => (await call(invitationRoutes.open, { params: link })).invitation,
    staleTime: 0,
    retry: false,
  })

/** Joins, then refreshes the session with the new business. */
export function useAccept(link: InvitationLink) {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    mutationFn: async () => {
      const { businessId } = await call(invitationRoutes.accept, { params: link })
      await client.fetchQuery({ ...sessionQuery, staleTime: 0 })
      return businessId
    },
  })
}

export function useAskAgain(link: InvitationLink) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(invitationRoutes.ask, { params: link }),
    onSuccess: () => client.invalidateQueries({ queryKey: openedQuery(link).queryKey }),
  })
}
