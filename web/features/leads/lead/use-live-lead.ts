import { useEffect, useState } from 'react'
import type { Lead } from '#contract/leads/leads.ts'
import { useLiveInvalidate } from '../../../lib/live-list.ts'
import { leadKeys } from '../lead-keys.ts'
import { useMarkRead } from '../leads.api.ts'

/**
 * Keeps the shown lead up to date, and marks it as read when it is opened. The component needs a `key` per lead.
 */
export function useLiveLead(businessId: string, { _id: leadId, isRead }: Lead) {
  const { mutate } = useMarkRead(businessId, { silent: true })
  const keys = [leadKeys.one(businessId, leadId), leadKeys.history(businessId, leadId)]
  useLiveInvalidate({ businessId, concerns: (event) => event.leadId === leadId }, keys)

  // Once per opening, so that "mark as unread" on the open lead lasts.
  const [wasUnread] = useState(!isRead)
  useEffect(() => {
    if (wasUnread) mutate({ leadId, isRead: true })
  }, [wasUnread, leadId, mutate])
}
