import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLive } from '../../lib/http/live.ts'
import { throttleAsync } from '../../lib/throttle-async.ts'
import { addNotification, countQuery } from './notifications.api.ts'

/** At most one count in this time, however many come in. */
const COUNT_MS = 1_000

/** What the stream brings goes into the lists and the count; what it missed is fetched. */
export function useNotificationsLive() {
  const client = useQueryClient()
  const [recount] = useState(() =>
    throttleAsync(() => client.refetchQueries({ queryKey: countQuery.queryKey }), COUNT_MS),
  )
  useLive((message) => {
    if (message.kind === 'notification') {
      addNotification(client, message.notification)
      recount()
    }
    if (message.kind === 'resync') void client.invalidateQueries({ queryKey: ['notifications'] })
  })
}
