import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLive } from '../../lib/http/live.ts'
import { throttleAsync } from '../../lib/live-list.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { addNotification, countQuery } from './notifications.api.ts'

/** Minimum interval between counts. */
const COUNT_MS = 1_000

/** Applies live notifications to lists and count; refetches after an interruption. */
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
    if (message.kind === 'resync') void client.invalidateQueries({ queryKey: queryKeys.notifications })
  })
}
