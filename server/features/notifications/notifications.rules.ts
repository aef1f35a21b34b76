import { missedStatuses } from '#contract/call-statuses.ts'
import type { Language } from '#contract/constants.ts'
import type { EventName } from '#contract/events.ts'
import type { Notification, notificationActions } from '#contract/notifications.ts'
import type { StoredEvent } from '../../platform/events/relay.ts'
import { readablePhone } from '../../platform/http/phones.ts'
import { translate } from '../../platform/http/texts.ts'

type Action = (typeof notificationActions)[number]

/** What events of leads tell people, by mail and SMS, too. */
export const actionOf: Partial<Record<EventName, Action>> = {
  'lead.created': 'receiving_a_lead',
  'lead.repeated': 'repeat_enquiry',
}

/** What an event tells people; undefined: nobody is told. Of a call they hear once, when it first has its status. */
export function actionFor({
  name,
  leadId,
  payload,
}: Pick<StoredEvent, 'name' | 'leadId' | 'payload'>): Action | undefined {
  if (name !== 'call.ended') return actionOf[name]
  const { status, calls } = payload
  const isMissed = (missedStatuses as readonly unknown[]).includes(status)
  return isMissed && leadId && Array.isArray(calls) && calls.length === 1 ? 'missed_call' : undefined
}

/** As the row holds it: the names of the moment, so that the panel reads nothing else. */
export type StoredContent = Omit<Notification['content'], 'businessId'> & { leadEmail: string | null }
export type StoredNotification = {
  id: string
  businessId: string
  action: Action
  content: StoredContent
  createdAt: string
  readAt: string | null
}

/** 'New lead: Dana Levi'; who left no name goes by phone or e-mail. */
export function titleOf(
  language: Language,
  action: Action,
  lead: { name: string; phone: string | null; email: string | null },
) {
  return translate(language, 'notifications-server', `title.${action}`, {
    name: lead.name || (lead.phone ? readablePhone(lead.phone) : lead.email),
  })
}

export function toNotification(language: Language, stored: StoredNotification): Notification {
  const { leadEmail, ...content } = stored.content
  const { leadName, leadPhone } = content
  return {
    _id: stored.id,
    id: stored.id,
    title: titleOf(language, stored.action, { name: leadName, phone: leadPhone, email: leadEmail }),
    isRead: stored.readAt !== null,
    createdAt: stored.createdAt,
    action: stored.action,
    content: { ...content, businessId: stored.businessId },
  }
}
