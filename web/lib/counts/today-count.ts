import { useQuery } from '@tanstack/react-query'
import { call } from '../http/call.ts'
import { countToday } from '../http/lazy-routes.ts'
import { useLiveInvalidate } from '../live-list.ts'
import { queryKeys } from '../query-keys.ts'
import { useCan, useMaybeSession } from '../session/session.ts'

/** Events may come in bursts; the count of the menu follows within this time. */
const EVERY_MS = 5_000

/** How much the person has to do today; undefined: nothing, or not known. */
export function useTodayCount(): number | undefined {
  const businessId = useMaybeSession()?.businessId ?? ''
  const enabled = useCan('followUps.edit') && businessId !== ''
  const queryKey = [...queryKeys.followUps(businessId), 'count']
  const { data } = useQuery({
    queryKey,
    queryFn: async () => (await call(await countToday())).count,
    enabled,
    staleTime: 60_000,
  })
  useLiveInvalidate(
    { businessId, topics: ['followUp', 'lead', 'call', 'meeting'] },
    enabled ? [queryKey] : [],
    EVERY_MS,
  )
  return data || undefined
}
