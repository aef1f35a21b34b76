import type { Language } from '#contract/constants.ts'
import { withNames } from '#contract/leads/comments/mentions.ts'
import { personalActions } from '#contract/notifications/notifications.ts'
import type { User } from '#contract/team/users.ts'
import { maskEmail, maskPhone } from '#contract/values/masks.ts'
import type { StoredEvent } from '../../platform/events/relay.ts'
import { translate } from '../../platform/texts.ts'
import { composeMail } from '../messages/messages.rules.ts'
import type { Message } from '../messages/messages.service.ts'
import type { Recipient } from '../notification-settings/notification-recipients.rules.ts'
import { notificationIn, personalTitle, type TitledBy } from './notifications.rules.ts'

type PersonalAction = (typeof personalActions)[number]
export const personalActionOf = notificationIn(personalActions)

/** Notifications whose people the event names. */
const namedInEvent = new Set<PersonalAction>([
  'lead_assigned',
  'response_late',
  'meeting_answered',
  'meeting_booked',
  'meeting_soon',
  'automation_notice',
])

/** The people whom a personal notification of this event concerns. */
export function addresseesOf({ name, payload }: Pick<StoredEvent, 'name' | 'payload'>): readonly string[] {
  const action = personalActionOf(name)
  if (action === 'mention') return (payload.mentions as string[] | undefined) ?? []
  if (action === 'message_received')
    return payload.assignedTo && !payload.isWithdrawal ? [payload.assignedTo as string] : []
  if (action && namedInEvent.has(action)) return (payload.notifies as string[] | undefined) ?? []
  return action ? [payload.assignedTo as string] : []
}

const titleIn = (language: Language, { action, leadName, leadPhone, leadEmail, ...by }: PersonalEvent) =>
  personalTitle(language, action, { by, lead: { name: leadName, phone: leadPhone, email: leadEmail } })

/** The content of a personal notification whose event still applies. */
export type PersonalEvent = TitledBy & {
  id: string
  action: PersonalAction
  userId: string
  authorId: string | null
  campaignId: string
  campaignName: string
  businessName: string
  leadId: string
  leadName: string
  leadPhone: string | null
  leadEmail: string | null
  assignedTo: string | null
  /** The item of the lead's history that it is about. */
  itemId: string | null
  /** The text of the follow-up or of the comment, with the names of the people whom it mentions. */
  note: string
  mentions: readonly Pick<User, '_id' | 'name'>[]
}

type To = Pick<Recipient, 'to' | 'language' | 'isMasked'> & { url: string }
const seenBy = (event: PersonalEvent, isMasked: boolean): PersonalEvent =>
  isMasked
    ? {
        ...event,
        leadPhone: event.leadPhone && maskPhone(event.leadPhone),
        leadEmail: event.leadEmail && maskEmail(event.leadEmail),
      }
    : event

export function personalMail(stored: PersonalEvent, { to, language, isMasked, url }: To): Omit<Message, 'businessId'> {
  const event = seenBy(stored, isMasked)
  const { leadPhone, leadEmail, campaignName, businessName: business } = event
  const say = (key: string) => translate(language, 'lead-mail', key)
  const title = titleIn(language, event)
  const note = withNames(event.note, event.mentions)
  const fact = (key: string, value: string | null, isLtr = false) => (value ? [{ label: say(key), value, isLtr }] : [])
  return {
    kind: 'notice',
    channel: 'mail',
    recipient: to,
    subject: title,
    ...composeMail({
      language,
      title,
      paragraphs: note ? [note] : [],
      facts: [...fact('phone', leadPhone, true), ...fact('email', leadEmail, true), ...fact('campaign', campaignName)],
      action: { label: say('open'), url },
      note: translate(language, 'lead-mail', `whyPersonal.${event.action}`, { business }),
    }),
    dedupeKey: `${event.id} mail ${to}`,
  }
}

export const personalSms = (
  stored: PersonalEvent,
  { to, language, isMasked, url }: To,
): Omit<Message, 'businessId'> => {
  const event = seenBy(stored, isMasked)
  return {
    kind: 'notice',
    channel: 'sms',
    recipient: to,
    language,
    body: [titleIn(language, event), event.campaignName, url].join('\n'),
    dedupeKey: `${event.id} sms ${to}`,
  }
}
