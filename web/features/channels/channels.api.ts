import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { channelRoutes as routes, type SentMailServer } from '#contract/leads/messages/channels.ts'
import { call } from '../../lib/http/call.ts'

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
