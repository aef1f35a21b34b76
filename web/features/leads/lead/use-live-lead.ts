import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Lead } from '#contract/leads.ts'
import { useLive } from '../../../lib/live.ts'
import { spacedOut } from '../../../lib/spaced-out.ts'
import { leadKeys } from '../lead-keys.ts'
import { useMarkRead } from '../leads.api.ts'
import { REFRESH_MS } from '../list-refresh.ts'

/**
 * Keeps the lead on the screen as it is on the server, and marks it as read when it is opened. For a component that is
 * mounted anew for each lead.
 */
export function useLiveLead(businessId: string, { _id: leadId, isRead }: Lead) {
  const client = useQueryClient()
  const { mutate } = useMarkRead(businessId, { silent: true })
  const [ask] = useState(() =>
    spacedOut(
      () =>
        Promise.all([
          client.invalidateQueries({ queryKey: leadKeys.one(businessId, leadId) }),
          client.invalidateQueries({ queryKey: leadKeys.history(businessId, leadId) }),
        ]),
      REFRESH_MS,
    ),
  )
  useLive((message) => {
    if (message.kind === 'change' && message.event.leadId === leadId) ask()
  })

  // Once for each opening: "mark as unread" on the open lead has to last.
  const [isUnreadAtFirst] = useState(!isRead)
  useEffect(() => {
    if (isUnreadAtFirst) mutate({ leadId, isRead: true })
  }, [isUnreadAtFirst, leadId, mutate])
}
