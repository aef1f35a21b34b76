import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { topicOf } from '#contract/events/live.ts'
import { startLive, useLive } from '../../lib/http/live.ts'
import { invalidateEverything } from '../../lib/live-list.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { sessionQuery, useSession } from '../../lib/session/session.ts'

/** Keeps the event stream open during a session and refetches frame-wide data on its events. */
export function useLiveSync(userId: string) {
  const queryClient = useQueryClient()
  // Screens are fetched after the session, so the stream must begin at the session's position.
  const { livePosition } = useSession()
  const [from] = useState(livePosition)
  useEffect(() => startLive(userId, from), [userId, from])
  // Screens only read the cached session, so invalidating it would fetch nothing.
  const fetchSession = () => void queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => undefined)
  useLive((message) => {
    if (message.kind === 'resync') {
      void invalidateEverything(queryClient)
      fetchSession()
    }
    // The server can be reached again, perhaps without a loss of the network: queries that failed meanwhile are fetched
    // again.
    if (message.kind === 'state' && message.connected)
      void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
    if (message.kind !== 'change') return
    const { businessId } = message.event
    const topic = topicOf(message.event)
    if (topic === 'campaign' || topic === 'member')
      void queryClient.invalidateQueries({ queryKey: queryKeys.campaigns(businessId) })
    if (topic === 'status') {
      void queryClient.invalidateQueries({ queryKey: queryKeys.business(businessId) })
      void queryClient.invalidateQueries({ queryKey: queryKeys.statuses(businessId) })
    }
    if (topic === 'leadField') void queryClient.invalidateQueries({ queryKey: queryKeys.leadFields(businessId) })
    if (topic === 'business' || topic === 'member') fetchSession()
  })
}
