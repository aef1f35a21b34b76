import { useEffect, useState } from 'react'
import { topicOf } from '#contract/events/live.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { useLiveInvalidate } from '../../../lib/live-list.ts'
import { leadKeys } from '../lead-keys.ts'
import { useMarkRead } from '../leads.api.ts'

const WITH_LEADS: readonly unknown[] = ['campaign', 'member']

/**
 * Keeps the shown lead up to date, and marks it as read when it is opened. The component needs a `key` per lead.
 */
export function useLiveLead(businessId: string, { _id: leadId, isRead }: Lead) {
  const { mutate } = useMarkRead(businessId, { silent: true })
  const keys = [leadKeys.one(businessId, leadId), leadKeys.history(businessId, leadId)]
  // When a campaign is deleted or a right is revoked, its leads disappear, too.
  useLiveInvalidate(
    { businessId, concerns: (event) => event.leadId === leadId || WITH_LEADS.includes(topicOf(event)) },
    keys,
  )

  // Read once when the lead is opened, so that "mark as unread" on the open lead is kept.
  const [wasUnread] = useState(!isRead)
  useEffect(() => {
    if (wasUnread) mutate({ leadId, isRead: true })
  }, [wasUnread, leadId, mutate])
}
