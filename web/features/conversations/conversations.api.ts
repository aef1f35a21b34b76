import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { consentRoutes } from '#contract/leads/conversations/consents.ts'
import { conversationRoutes } from '#contract/leads/conversations/conversations.ts'
import type { RouteInput } from '#contract/route.ts'
import { call } from '../../lib/http/call.ts'

export type InboxQuery = RouteInput<typeof conversationRoutes.list>['query']
export type NewMessage = RouteInput<typeof conversationRoutes.send>['body']
export type ConsentChange = RouteInput<typeof consentRoutes.change>['body']

export const conversationKeys = {
  all: (businessId: string) => ['conversations', businessId] as const,
  lead: (businessId: string, leadId: string) => ['conversations', businessId, leadId] as const,
}

export const inboxQuery = (businessId: string, query: InboxQuery) =>
  queryOptions({
    queryKey: [...conversationKeys.all(businessId), 'inbox', query],
    queryFn: ({ signal }) => call(conversationRoutes.list, { query }, { signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

/** The newest messages first; further pages are older. */
export const threadQuery = (businessId: string, leadId: string) =>
  infiniteQueryOptions({
    queryKey: [...conversationKeys.lead(businessId, leadId), 'thread'],
    queryFn: ({ signal, pageParam: before }) =>
      call(conversationRoutes.messages, { params: { id: leadId }, query: before ? { before } : {} }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ hasOlder, messages }) => (hasOlder ? messages[0]?._id : undefined),
    staleTime: 0,
  })

type OfPage = { leadId: string; messageId: string; hasImages: boolean }
/** The address works for five minutes, so it is asked for again each time. */
export const mailPageQuery = (businessId: string, { leadId, messageId, hasImages }: OfPage) =>
  queryOptions({
    queryKey: [...conversationKeys.lead(businessId, leadId), 'page', messageId, hasImages],
    queryFn: () =>
      call(conversationRoutes.page, {
        params: { id: leadId, messageId },
        query: { images: hasImages ? '1' : '0' },
      }),
    gcTime: 0,
    // Another address would load the frame again.
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  })

export const consentsQuery = (businessId: string, leadId: string) =>
  queryOptions({
    queryKey: [...conversationKeys.lead(businessId, leadId), 'consents'],
    queryFn: () => call(consentRoutes.get, { params: { id: leadId } }),
    staleTime: 0,
  })

/** The key names one press: pressed twice, or sent again by the browser, it is one message. */
export function useSend(businessId: string, leadId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: NewMessage; idempotencyKey: string }) =>
      call(conversationRoutes.send, { params: { id: leadId }, body }, { idempotencyKey }),
    onSettled: () => client.invalidateQueries({ queryKey: conversationKeys.lead(businessId, leadId) }),
  })
}

type Act = { act: 'cancel' | 'retry' | 'read' | 'handled'; messageId: string }
export function useActOnMessage(businessId: string, leadId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ act, messageId }: Act): Promise<unknown> => {
      if (act === 'cancel' || act === 'retry')
        return call(conversationRoutes[act], { params: { id: leadId, messageId } })
      return call(conversationRoutes[act], { params: { id: leadId }, body: { messageId } })
    },
    onSettled: () => client.invalidateQueries({ queryKey: conversationKeys.all(businessId) }),
  })
}

export function useChangeConsent(businessId: string, leadId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: ConsentChange) => call(consentRoutes.change, { params: { id: leadId }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: conversationKeys.lead(businessId, leadId) }),
  })
}
