import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { channelRoutes as routes, type SentMailServer } from '#contract/leads/messages/channels.ts'
import { type OwnWhatsApp, whatsAppRoutes } from '#contract/leads/messages/whatsapp.ts'
import type { RouteReply } from '#contract/route.ts'
import { call } from '../../lib/http/call.ts'
import { storage } from '../../lib/storage.ts'

const mailKey = (businessId: string) => ['channels', businessId, 'mail'] as const
const smsKey = (businessId: string) => ['channels', businessId, 'sms'] as const

export const connectionsQuery = (businessId: string) =>
  queryOptions({ queryKey: mailKey(businessId), queryFn: () => call(routes.list), staleTime: 0 })

export const smsChannelQuery = (businessId: string) =>
  queryOptions({ queryKey: smsKey(businessId), queryFn: async () => (await call(routes.sms)).sms })

/** The form shows errors itself. Secrets are not stored in the browser. */
export function useConnectMail(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    gcTime: 0,
    mutationFn: (body: SentMailServer) => call(routes.connectMail, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: mailKey(businessId) }),
  })
}

/** The card shows errors itself. */
export function useTestMail(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    mutationFn: (id: string) => call(routes.test, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: mailKey(businessId) }),
  })
}

export function useDisconnect(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(routes.disconnect, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: mailKey(businessId) }),
  })
}

export function useChooseSms(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (numberId: string | null) => call(routes.chooseSms, { body: { numberId } }),
    onSuccess: ({ sms }) => client.setQueryData(smsKey(businessId), sms),
  })
}

const whatsAppKey = (businessId: string) => ['channels', businessId, 'whatsapp'] as const
export type WhatsAppChannel = RouteReply<typeof whatsAppRoutes.get>

export const whatsAppQuery = (businessId: string) =>
  queryOptions({ queryKey: whatsAppKey(businessId), queryFn: () => call(whatsAppRoutes.get), staleTime: 0 })

/** Goes to Meta's consent page. The ticket for the way back stays in this tab. */
export const useStartWhatsApp = () =>
  useMutation({
    mutationFn: () => call(whatsAppRoutes.start),
    onSuccess: ({ url, ticket }) => {
      storage.whatsAppTrip.set(ticket)
      window.location.assign(url)
    },
  })

/** Finishes what this tab began, once: the answer of Meta works once. */
export const whatsAppBackQuery = (businessId: string, query: string, ticket: string) =>
  queryOptions({
    queryKey: [...whatsAppKey(businessId), 'back', query],
    queryFn: () => call(whatsAppRoutes.finish, { body: { ticket, query } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

type Change =
  | { act: 'connect'; body: OwnWhatsApp }
  | { act: 'campaign'; campaignId: string }
  | { act: 'test' }
  | { act: 'disconnect' }
/** The card and the form show errors themselves. Secrets are not stored in the browser. */
export function useChangeWhatsApp(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    gcTime: 0,
    mutationFn: (change: Change) => {
      if (change.act === 'connect') return call(whatsAppRoutes.connect, { body: change.body })
      if (change.act === 'campaign') return call(whatsAppRoutes.change, { body: { campaignId: change.campaignId } })
      return call(whatsAppRoutes[change.act])
    },
    onSettled: () => client.invalidateQueries({ queryKey: whatsAppKey(businessId) }),
  })
}
