import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Moment, momentsFrom, tomorrowMorning } from '#contract/leads/follow-ups/moments.ts'
import { dayOf } from '#contract/values/clock.ts'
import { loadCode } from '../../lib/code/load-code.ts'
import { call } from '../../lib/http/call.ts'
import { useBusiness } from '../../lib/session/session.ts'

/** The first moment from tomorrow at nine on at which the business is open; null if it does not open again. */
const openFromQuery = (businessId: string, now: Date) =>
  queryOptions({
    queryKey: ['working-hours', businessId, 'open-from', dayOf(now)],
    queryFn: async () => {
      const at = tomorrowMorning(now)
      const { workingHoursRoutes } = await loadCode(() => import('#contract/working-hours/working-hours.ts'))
      const { state } = await call(workingHoursRoutes.at, { query: { at: at.toISOString() } })
      if (state.isOpen) return at
      return state.nextChange ? new Date(state.nextChange) : null
    },
    staleTime: 60_000,
  })

/** The times offered for a follow-up, from the first rendering on. */
export function useMoments(): Moment[] {
  const { businessId } = useBusiness()
  const [now] = useState(() => new Date())
  const { data } = useQuery(openFromQuery(businessId, now))
  return momentsFrom(now, data ?? undefined)
}
