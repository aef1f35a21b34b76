import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Lead } from '#contract/leads/leads.ts'
import { useLive } from '../../../lib/http/live.ts'
import { throttleAsync } from '../../../lib/throttle-async.ts'
import { leadKeys } from '../lead-keys.ts'
import { useMarkRead } from '../leads.api.ts'
import { REFRESH_MS } from '../list-refresh.ts'

/**
 * Keeps the shown lead up to date, and marks it as read when it is opened. The component needs a `key` per lead.
 */
export function useLiveLead(businessId: string, { _id: leadId, isRead }: Lead) {
  const client = useQueryClient()
  const { mutate } = useMarkRead(businessId, { silent: true })
  const [refreshSoon] = useState(() =>
    throttleAsync(
      () =>
        Promise.all([
          client.invalidateQueries({ queryKey: leadKeys.one(businessId, leadId) }),
          client.invalidateQueries({ queryKey: leadKeys.history(businessId, leadId) }),
        ]),
      REFRESH_MS,
    ),
  )
  useLive((message) => {
    if (message.kind === 'change' && message.event.leadId === leadId) refreshSoon()
  })

  // Once per opening, so that "mark as unread" on the open lead lasts.
  const [wasUnread] = useState(!isRead)
  useEffect(() => {
    if (wasUnread) mutate({ leadId, isRead: true })
  }, [wasUnread, leadId, mutate])
}
