import { missedStatuses } from '#contract/calls/call-statuses.ts'
import type { Language } from '#contract/constants.ts'
import { type EventName, eventOf } from '#contract/events/catalogue.ts'
import type { FollowUpAction } from '#contract/leads/follow-ups/follow-up-shapes.ts'
import {
  type LeadNotification,
  leadActions,
  type Notification,
  type PeopleNotification,
  peopleActions,
  personalActions,
  type ShiftNotification,
  shiftActions,
  type TestNotification,
} from '#contract/notifications/notifications.ts'
import { maskEmail, maskPhone } from '#contract/values/masks.ts'
import type { StoredEvent } from '../../platform/events/relay.ts'
import { readablePhone } from '../../platform/phones.ts'
import { longDay, translate } from '../../platform/texts.ts'

type LeadAction = (typeof leadActions)[number]
type PersonalAction = (typeof personalActions)[number]
type PeopleAction = PeopleNotification['action']

/** The notification of an event, if it is one of these. */
export const notificationIn =
  <A extends string>(actions: readonly A[]) =>
  (name: EventName) =>
    actions.find((action) => action === eventOf(name)?.notification)

/** The notifications of lead events, which are also sent by e-mail and SMS. */
export const actionOf = notificationIn(leadActions)
/** The notifications of team events for Owners. Their e-mails are queued where the event is emitted. */
export const peopleActionOf = notificationIn(peopleActions)

/** The notifications of shift events, for the people whom the event names. */
export const shiftActionOf = notificationIn(shiftActions)
/** The people whom the notification of a shift event is for. */
export const shiftPeopleOf = ({ name, payload }: Pick<StoredEvent, 'name' | 'payload'>): readonly string[] =>
  shiftActionOf(name) ? (payload.notifies as string[]) : []

/**
 * The notification that a lead event makes, or undefined for none. A call makes its notification when it first has a
 * status.
 */
export function actionFor({
  name,
  leadId,
  payload,
}: Pick<StoredEvent, 'name' | 'leadId' | 'payload'>): LeadAction | undefined {
  const action = payload.isSilent === true ? undefined : actionOf(name)
  if (action !== 'missed_call') return action
  const { status, calls, isCutOff } = payload
  const isMissed = isCutOff === true || (missedStatuses as readonly unknown[]).includes(status)
  return isMissed && leadId && isIncomingEnd(calls) && !payload.isLogged ? action : undefined
}

/** The first end of a call that came in; a late report that changes the status has two deltas. */
const isIncomingEnd = (calls: unknown) =>
  Array.isArray(calls) && calls.length === 1 && (calls[0] as { direction?: unknown }).direction !== 'outbound'

/**
 * Whether an event is sent by e-mail and SMS. If a call created the lead, the message is sent when the call ends, so
 * that one message reports both the new lead and the missed call.
 */
export function isSent({ name, leadId, actor, payload }: Pick<StoredEvent, 'name' | 'leadId' | 'actor' | 'payload'>) {
  if (payload.isSilent === true) return false
  if (name !== 'call.ended') return !!actionOf(name) && !('system' in actor && payload.source === 'call')
  return leadId !== null && isIncomingEnd(payload.calls) && !payload.isLogged
}

/** Content of the stored row: a snapshot of names, so that the panel needs no further reads. */
type StoredLead = Omit<LeadNotification['content'], 'businessId'> & { leadEmail: string | null }
/** Content of a personal notification, with the values that its title contains besides the lead's name. */
type StoredPersonal = StoredLead & TitledBy
type StoredPerson = Omit<PeopleNotification['content'], 'businessId'>
type StoredShift = Omit<ShiftNotification['content'], 'businessId'>
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
export type StoredNotification =
  | Stored<LeadAction, StoredLead>
  | Stored<PersonalAction, StoredPersonal>
  | Stored<PeopleAction, StoredPerson>
  | Stored<ShiftNotification['action'], StoredShift>
  | StoredTest

/** What the title of a personal notification says beside the lead: of a follow-up what is to do, of a mention by whom. */
export type TitledBy = { followUpAction?: FollowUpAction | undefined; personName?: string | undefined }
/** The key of a personal notification's title. */
const personalTitleOf = (action: PersonalAction, { followUpAction }: TitledBy) =>
  followUpAction ? `${action}.${followUpAction}` : action
/** For example 'Time to call: Dana Levi', or 'Yossi Cohen mentioned you: Dana Levi'. */
export const personalTitle = (
  language: Language,
  action: PersonalAction,
  { by, lead }: { by: TitledBy; lead: TitledLead },
) => titleOf(language, personalTitleOf(action, by), lead, by.personName)

type TitledLead = { name: string; phone: string | null; email: string | null }

/** For example 'New lead: Dana Levi'. A lead without a name is shown by its phone or e-mail. */
export function titleOf(
  language: Language,
  action: LeadAction | 'missed_call_of_new_lead' | ReturnType<typeof personalTitleOf>,
  lead: TitledLead,
  person?: string,
) {
  return translate(language, 'notifications-server', `title.${action}`, {
    name: lead.name || (lead.phone ? readablePhone(lead.phone) : lead.email),
    person,
  })
}

const isOneOf = <A extends string>(actions: readonly A[], stored: { action: string }): stored is { action: A } =>
  (actions as readonly string[]).includes(stored.action)

const maskedContent = <C extends StoredLead>(content: C): C => ({
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
  if (isOneOf(peopleActions, stored)) {
    const { personName: name, waiting, returned, count = waiting, since } = stored.content
    const title = translate(language, 'notifications-server', `title.${stored.action}`, {
      ...{ name, count, returned },
      ...(since && { date: longDay(language, since) }),
    })
    return { ...common, title, action: stored.action, content: { ...stored.content, businessId } }
  }
  if (isOneOf(shiftActions, stored)) {
    const { personName: name, day } = stored.content
    const title = translate(language, 'notifications-server', `title.${stored.action}`, {
      name,
      date: longDay(language, day),
    })
    return { ...common, title, action: stored.action, content: { ...stored.content, businessId } }
  }
  const { leadEmail, ...content } = stored.isMasked ? maskedContent(stored.content) : stored.content
  const lead = { name: content.leadName, phone: content.leadPhone, email: leadEmail }
  const title = isOneOf(personalActions, stored)
    ? personalTitle(language, stored.action, { by: stored.content, lead })
    : titleOf(language, stored.action, lead)
  return { ...common, title, action: stored.action, content: { ...content, businessId } }
}
