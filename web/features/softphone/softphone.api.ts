import { queryOptions, useQuery } from '@tanstack/react-query'
import { businessRoutes } from '#contract/businesses.ts'
import { PRESENCE_MS, type SoftphoneToken, softphoneRoutes } from '#contract/calls/softphone.ts'
import { call } from '../../lib/http/call.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { storage } from '../../lib/storage.ts'

/**
 * The phone's credentials at each provider; none where the business has no phones in browsers. Invalidated by a new
 * number.
 */
export const softphoneQuery = (businessId: string) =>
  queryOptions({
    queryKey: queryKeys.softphone(businessId),
    queryFn: async () => {
      const reply = await call(softphoneRoutes.token)
      const { phoneBusinessId } = storage
      if (reply.softphones.length > 0) phoneBusinessId.set(businessId)
      else if (phoneBusinessId.get() === businessId) phoneBusinessId.set(null)
      return reply
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    meta: { silent: true },
  })

/** A fresh token: tokens expire within minutes. */
export async function freshToken(kind: SoftphoneToken['kind']) {
  const { softphones } = await call(softphoneRoutes.token)
  const softphone = softphones.find((one) => one.kind === kind)
  if (!softphone) throw new Error('This business has no phone in the browser')
  return softphone
}

/** WebSocket URL of the exchange, on the host name under which this page was opened. */
export function doorUrl(url: string | null) {
  const { origin } = window.location
  return new URL(new URL(url ?? '', origin).pathname, origin.replace(/^http/, 'ws')).href
}

const FOUND_AFTER_MS = 700
export const CALL_KEY = ['softphone', 'call'] as const

/** The statuses of the business; the pages of leads use the same reply. */
export const statusesQuery = (businessId: string) =>
  queryOptions({
    queryKey: queryKeys.business(businessId),
    queryFn: () => call(businessRoutes.get),
    staleTime: 60_000,
    select: ({ statuses }) => statuses,
    meta: { silent: true },
  })

/** Who calls, and what is known of the lead. The phone may ring before the server has stored the call. */
export const ringingQuery = (callId: string | undefined) =>
  queryOptions({
    queryKey: [...CALL_KEY, callId],
    queryFn: () => call(softphoneRoutes.ringing, { params: { id: callId ?? '' } }),
    enabled: callId !== undefined,
    retry: 3,
    retryDelay: FOUND_AFTER_MS,
    // While the phone rings, the server creates a lead for an unknown caller.
    refetchInterval: ({ state }) => (state.data?.call.lead === null ? 2 * FOUND_AFTER_MS : false),
    meta: { silent: true },
  })

/** Reports at intervals that the phone is available or away. */
export function usePresence(businessId: string, { isOpen, isAway }: { isOpen: boolean; isAway: boolean }) {
  const state = isAway ? ('away' as const) : ('available' as const)
  useQuery({
    queryKey: [...queryKeys.softphone(businessId), 'presence', state],
    queryFn: () => call(softphoneRoutes.presence, { body: { state } }),
    enabled: isOpen,
    refetchInterval: PRESENCE_MS,
    // Also runs in a hidden tab, because calls arrive there, too.
    refetchIntervalInBackground: true,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    meta: { silent: true },
  })
}
