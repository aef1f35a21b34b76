import { missedStatuses } from '#contract/calls/call-statuses.ts'
import { type Language, TIME_ZONE } from '#contract/constants.ts'
import { knownSources } from '#contract/leads/attribution.ts'
import type { TemplateChannel } from '#contract/notifications/message-templates.ts'
import type { leadActions } from '#contract/notifications/notifications.ts'
import { maskEmail, maskPhone } from '#contract/values/masks.ts'
import { plainName, withoutAddresses } from '#contract/values/plain-text.ts'
import { translate } from '../../platform/texts.ts'
import { composeMail, directionOf, LEFT_TO_RIGHT } from '../messages/messages.rules.ts'
import type { Message } from '../messages/messages.service.ts'
import type { Recipient } from '../notification-settings/notification-recipients.rules.ts'
import { type OwnTemplate, wordsOf } from '../notification-settings/templates.rules.ts'
import { actionOf, titleOf } from './notifications.rules.ts'
import type { NotifiedCall, NotifiedEvent } from './recipients.queries.ts'

export type { NotifiedEvent }

type LeadEvent = (typeof leadActions)[number]
type Draft = Omit<Message, 'businessId'>

export const text = (language: Language, key: string, values?: Record<string, unknown>) =>
  translate(language, 'lead-mail', key, values)

const isMissed = ({ status, isCutOff }: NotifiedCall) =>
  isCutOff || (missedStatuses as readonly string[]).includes(status)

/** The key of an event's title. Undefined if the event is not sent, for example an answered call of a known lead. */
export function titleKeyOf({ name, call, isNewLead }: Pick<NotifiedEvent, 'name' | 'call' | 'isNewLead'>) {
  if (!call) return name === 'call.ended' ? undefined : actionOf(name)
  if (isMissed(call)) return isNewLead ? 'missed_call_of_new_lead' : 'missed_call'
  return isNewLead ? 'receiving_a_lead' : undefined
}

type Reader = Pick<Recipient, 'isMasked' | 'isMember'>
/**
 * The event as this recipient may see it. Contacts are masked in messages too. For recipients who are not members,
 * links and phones are removed from texts that other people wrote.
 */
export function seenBy(event: NotifiedEvent, { isMasked, isMember }: Reader, channel: TemplateChannel): NotifiedEvent {
  const shown = isMember ? event : { ...event, ...plainWords(event, channel) }
  if (!isMasked) return shown
  const { leadPhone, leadEmail } = event
  return { ...shown, leadPhone: leadPhone && maskPhone(leadPhone), leadEmail: leadEmail && maskEmail(leadEmail) }
}

function plainWords(
  { leadName, campaignName, businessName, source, message }: NotifiedEvent,
  channel: TemplateChannel,
) {
  const plain = channel === 'sms' ? plainName : withoutAddresses
  return {
    leadName: plain(leadName),
    campaignName: plain(campaignName),
    businessName: plain(businessName),
    source: plain(source),
    message: message && withoutAddresses(message),
  }
}

const titleFor = (language: Language, event: NotifiedEvent) =>
  titleOf(language, titleKeyOf(event) ?? 'receiving_a_lead', {
    name: event.leadName,
    phone: event.leadPhone,
    email: event.leadEmail,
  })

/** The settings that apply to the event. A missed call that created a lead has two, but is sent as one message. */
export const eventsOf = (event: NotifiedEvent): readonly LeadEvent[] => {
  const key = titleKeyOf(event) ?? 'receiving_a_lead'
  return key === 'missed_call_of_new_lead' ? ['missed_call', 'receiving_a_lead'] : [key]
}
/** The event whose template the message uses. */
const templateOf = (event: NotifiedEvent): LeadEvent => eventsOf(event)[0] ?? 'receiving_a_lead'

/** The layout around the text of the e-mail. */
export function mailFrame(event: NotifiedEvent, language: Language) {
  const { campaignName, businessName, leadName, leadPhone, leadEmail, source, message, call } = event
  const fact = (key: string, value: string | null, isLtr = false) =>
    value ? [{ label: text(language, key), value, isLtr }] : []
  return {
    heading: titleFor(language, event),
    facts: [
      ...fact('name', leadName),
      ...fact('phone', leadPhone, true),
      ...fact('email', leadEmail, true),
      ...fact('campaign', campaignName),
      ...fact('source', sourceName(language, source)),
      ...fact('message', message),
      ...(call && isMissed(call) ? callFacts(language, call) : []),
    ],
    action: text(language, 'open'),
    note: text(language, 'why', { campaign: campaignName, business: businessName }),
  }
}

/** Values for the placeholders of the text. */
export function valuesOf(
  event: NotifiedEvent,
  channel: TemplateChannel,
  { language, url }: { language: Language; url: string },
) {
  const { leadName, leadPhone, leadEmail, campaignName, businessName, source, call } = event
  const title = titleFor(language, event)
  return {
    // An e-mail lists the phone number in the facts below the text.
    title:
      channel === 'sms' && leadName && leadPhone ? text(language, 'smsWithPhone', { title, phone: leadPhone }) : title,
    name: leadName,
    // The mark is not in the GSM alphabet and would make an English SMS more expensive.
    phone: leadPhone ? `${directionOf(language) === 'rtl' ? LEFT_TO_RIGHT : ''}${leadPhone}` : '',
    email: leadEmail ?? '',
    campaign: campaignName,
    business: businessName,
    source: sourceName(language, source),
    status: call && isMissed(call) ? text(language, `missedBecause.${call.status}`) : '',
    link: url,
  }
}

type To = Recipient & {
  url: string
  templates: readonly OwnTemplate[]
  /** Set only for recipients who are not members. */
  unsubscribeUrl?: string
}
export function mailAbout(event: NotifiedEvent, { to, language, url, templates, unsubscribeUrl }: To): Draft {
  const which = { name: templateOf(event), channel: 'mail', language } as const
  const { subject, text: words } = wordsOf(templates, which, valuesOf(event, 'mail', { language, url }))
  const { heading, facts, action, note } = mailFrame(event, language)
  return {
    kind: 'notice',
    channel: 'mail',
    recipient: to,
    subject,
    ...composeMail({
      language,
      title: heading,
      paragraphs: words ? [words] : [],
      facts,
      action: { label: action, url },
      note,
      ...(unsubscribeUrl && { noteLink: { label: text(language, 'unsubscribe'), url: unsubscribeUrl } }),
    }),
    ...(unsubscribeUrl && { unsubscribeUrl }),
    dedupeKey: `${event.id} mail ${to}`,
  }
}

export function smsAbout(event: NotifiedEvent, { to, language, url, templates, unsubscribeUrl }: To): Draft {
  const which = { name: templateOf(event), channel: 'sms', language } as const
  const { text: words } = wordsOf(templates, which, valuesOf(event, 'sms', { language, url }))
  const body = unsubscribeUrl ? `${words}\n${text(language, 'unsubscribe')}: ${unsubscribeUrl}` : words
  const message = { kind: 'notice', channel: 'sms', recipient: to, body, language } as const
  return { ...message, ...(unsubscribeUrl && { unsubscribeUrl }), dedupeKey: `${event.id} sms ${to}` }
}

const timeFormat = (language: Language) =>
  new Intl.DateTimeFormat(language, { timeZone: TIME_ZONE, dateStyle: 'short', timeStyle: 'short' })

const callFacts = (language: Language, { status, called, startedAt }: NotifiedCall) => [
  { label: text(language, 'missed'), value: text(language, `missedBecause.${status}`) },
  { label: text(language, 'called'), value: called, isLtr: true },
  { label: text(language, 'calledAt'), value: timeFormat(language).format(new Date(startedAt)) },
]

const sources = new Set<string>(knownSources)
const sourceName = (language: Language, source: string) =>
  sources.has(source) ? text(language, `sources.${source}`) : source
