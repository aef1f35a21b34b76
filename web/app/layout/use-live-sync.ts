import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { anythingChanged } from '../../features/leads/list-refresh.ts'
import { startLive, useLive } from '../../lib/live.ts'
import { sessionKey } from '../../lib/session.ts'

/** Holds the event stream while somebody is signed in; what concerns the whole frame is fetched again as it changes. */
export function useLiveSync(userId: string) {
  const queryClient = useQueryClient()
  useEffect(() => startLive(userId), [userId])
  useLive((message) => {
    if (message.kind === 'resync') void anythingChanged(queryClient)
    if (message.kind !== 'change') return
    const { name, businessId } = message.event
    if (name.startsWith('campaign.')) void queryClient.invalidateQueries({ queryKey: ['campaigns', businessId] })
    if (name.startsWith('business.')) void queryClient.invalidateQueries({ queryKey: sessionKey })
  })
}
