import { missedStatuses } from '#contract/calls/call-statuses.ts'
import type { Language } from '#contract/constants.ts'
import { type EventName, eventOf } from '#contract/events/catalogue.ts'
import {
  type LeadNotification,
  leadActions,
  type Notification,
  type PeopleNotification,
  peopleActions,
  type TestNotification,
} from '#contract/notifications/notifications.ts'
import { maskEmail, maskPhone } from '#contract/values/masks.ts'
import type { StoredEvent } from '../../platform/events/relay.ts'
import { readablePhone } from '../../platform/phones.ts'
import { translate } from '../../platform/texts.ts'

type Action = LeadNotification['action']
type PeopleAction = PeopleNotification['action']

const notificationIn =
  <A extends string>(actions: readonly A[]) =>
  (name: EventName) =>
    actions.find((action) => action === eventOf(name)?.notification)

/** The notifications of lead events, which are also sent by e-mail and SMS. */
export const actionOf = notificationIn(leadActions)
/** The notifications of team events for Owners. Their e-mails are queued where the event is emitted. */
export const peopleActionOf = notificationIn(peopleActions)

/**
 * The notification that a lead event makes, or undefined for none. A call makes its notification when it first has a
 * status.
 */
export function actionFor({
  name,
  leadId,
  payload,
}: Pick<StoredEvent, 'name' | 'leadId' | 'payload'>): Action | undefined {
  const action = actionOf(name)
  if (action !== 'missed_call') return action
  const { status, calls, isCutOff } = payload
  const isMissed = isCutOff === true || (missedStatuses as readonly unknown[]).includes(status)
  return isMissed && leadId && Array.isArray(calls) && calls.length === 1 ? action : undefined
}

/**
 * Whether an event is sent by e-mail and SMS. If a call created the lead, the message is sent when the call ends, so
 * that one message reports both the new lead and the missed call.
 */
export function isSent({ name, leadId, actor, payload }: Pick<StoredEvent, 'name' | 'leadId' | 'actor' | 'payload'>) {
  if (name !== 'call.ended') return !!actionOf(name) && !('system' in actor && payload.source === 'call')
  return leadId !== null && Array.isArray(payload.calls) && payload.calls.length === 1
}

/** Content of the stored row: a snapshot of names, so that the panel needs no further reads. */
type StoredLead = Omit<LeadNotification['content'], 'businessId'> & { leadEmail: string | null }
type StoredPerson = Omit<PeopleNotification['content'], 'businessId'>
type Stored<A, C> = {
  id: string
  businessId: string
  action: A
  content: C
  createdAt: string
  readAt: string | null
  isSilent: boolean
  /** Whether phones and e-mails are masked for the person in this business. */
  isMasked: boolean
}
type StoredTest = Stored<'test', Omit<TestNotification['content'], 'businessId'>>
export type StoredNotification = Stored<Action, StoredLead> | Stored<PeopleAction, StoredPerson> | StoredTest

/** For example 'New lead: Dana Levi'. A lead without a name is shown by its phone or e-mail. */
export function titleOf(
  language: Language,
  action: Action | 'missed_call_of_new_lead',
  lead: { name: string; phone: string | null; email: string | null },
) {
  return translate(language, 'notifications-server', `title.${action}`, {
    name: lead.name || (lead.phone ? readablePhone(lead.phone) : lead.email),
  })
}

const isOfLead = (stored: StoredNotification): stored is Stored<Action, StoredLead> =>
  (leadActions as readonly string[]).includes(stored.action)

const maskedContent = (content: StoredLead): StoredLead => ({
  ...content,
  leadPhone: content.leadPhone && maskPhone(content.leadPhone),
  leadEmail: content.leadEmail && maskEmail(content.leadEmail),
})

export function toNotification(language: Language, stored: StoredNotification): Notification {
  const { id, businessId, createdAt, isSilent } = stored
  const common = { _id: id, id, isRead: stored.readAt !== null, createdAt, isSilent }
  if (stored.action === 'test') {
    const title = translate(language, 'notifications-server', 'title.test')
    return { ...common, title, action: stored.action, content: { ...stored.content, businessId } }
  }
  if (!isOfLead(stored)) {
    const title = translate(language, 'notifications-server', `title.${stored.action}`, {
      name: stored.content.personName,
    })
    return { ...common, title, action: stored.action, content: { ...stored.content, businessId } }
  }
  const { leadEmail, ...content } = stored.isMasked ? maskedContent(stored.content) : stored.content
  const { leadName, leadPhone } = content
  const title = titleOf(language, stored.action, { name: leadName, phone: leadPhone, email: leadEmail })
  return { ...common, title, action: stored.action, content: { ...content, businessId } }
}
