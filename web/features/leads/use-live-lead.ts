import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { subscribeLive } from '../../lib/live.ts'
import { spacedOut } from '../../lib/spaced-out.ts'
import { leadKeys } from './lead-keys.ts'
import { useMarkRead } from './leads.api.ts'
import { REFRESH_MS } from './use-live-list.ts'

/** Keeps the lead on the screen as it is on the server, and marks it as read once when it is opened. */
export function useLiveLead(businessId: string, leadId: string, isUnread: boolean | undefined) {
  const client = useQueryClient()
  const { mutate } = useMarkRead(businessId, { silent: true })
  useEffect(() => {
    const ask = spacedOut(
      () =>
        Promise.all([
          client.invalidateQueries({ queryKey: leadKeys.one(businessId, leadId) }),
          client.invalidateQueries({ queryKey: leadKeys.history(businessId, leadId) }),
        ]),
      REFRESH_MS,
    )
    return subscribeLive((message) => {
      if (message.kind === 'change' && message.event.leadId === leadId) ask()
    })
  }, [client, businessId, leadId])

  // Once for each opening: "mark as unread" on the open lead has to last.
  const isKnown = isUnread !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: whether it is unread counts only at the moment it is opened.
  useEffect(() => {
    if (isKnown && isUnread) mutate({ leadId, isRead: true })
  }, [leadId, isKnown])
}
