import { useQueryClient } from '@tanstack/react-query'
import { useLive } from '../../lib/live.ts'
import { addNotification } from './notifications.api.ts'

/** What the stream brings goes into the lists and the count; what it missed is fetched. */
export function useNotificationsLive() {
  const client = useQueryClient()
  useLive((message) => {
    if (message.kind === 'notification') addNotification(client, message.notification)
    if (message.kind === 'resync') void client.invalidateQueries({ queryKey: ['notifications'] })
  })
}
