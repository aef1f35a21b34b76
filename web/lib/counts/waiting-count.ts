import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../http/call.ts'
import { countWaiting } from '../http/lazy-routes.ts'
import { useLive } from '../http/live.ts'
import { queryKeys } from '../query-keys.ts'
import { useCan, useMaybeSession } from '../session/session.ts'

/** The number of pending join requests, for those who decide; undefined: none, or not known. */
export function useWaitingCount(): number | undefined {
  const client = useQueryClient()
  const businessId = useMaybeSession()?.businessId
  const isEnabled = useCan('users.manage') && businessId !== undefined
  const { data } = useQuery({
    queryKey: [...queryKeys.waitingList(businessId ?? ''), 'count'],
    queryFn: async () => (await call(await countWaiting())).count,
    enabled: isEnabled,
    staleTime: 60_000,
  })
  useLive((message) => {
    const isOfIt = message.kind === 'notification' && message.notification.action === 'join_asked'
    if (isEnabled && (isOfIt || message.kind === 'resync'))
      void client.invalidateQueries({ queryKey: queryKeys.waitingList(businessId) })
  })
  return data || undefined
}
