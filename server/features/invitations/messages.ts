import type { Language } from '#contract/constants.ts'
import { plainName, withoutAddresses } from '#contract/values/plain-text.ts'
import { longDay, translate } from '../../platform/texts.ts'
import { composeMail } from '../messages/messages.rules.ts'
import type { Message } from '../messages/messages.service.ts'
import { type OwnTemplate, wordsOf } from '../notification-settings/templates.rules.ts'
import type { InvitationRow } from './invitations.queries.ts'

export type Sent = {
  row: Pick<InvitationRow, 'email' | 'phone' | 'role' | 'campaigns' | 'message' | 'language' | 'expiresAt'>
  businessId: string
  businessName: string
  /** The member who sends it. */
  inviterId: string
  inviter: string
  url: string
  templates: readonly OwnTemplate[]
}

export const say = (language: Language, key: string, values?: Record<string, unknown>) =>
  translate(language, 'invitations-mail', key, values)

/** The layout around the text of an invitation mail. */
export const invitationFrame = (language: Language, { business, day, role, campaigns }: Around) => ({
  heading: say(language, 'invited.title', { business }),
  facts: [
    { label: say(language, 'role'), value: translate(language, 'common', `roles.${role}`), isLtr: false },
    ...(campaigns ? [{ label: say(language, 'campaigns'), value: campaigns, isLtr: false }] : []),
  ],
  action: say(language, 'invited.action'),
  note: say(language, 'invited.note', { day }),
})
type Around = { business: string; day: string; role: string; campaigns: string }

/** Sends the link by mail to an address, by SMS to a phone. */
export function invitationMessage({
  row,
  businessId,
  businessName,
  inviterId,
  inviter,
  url,
  templates,
}: Sent): Message {
  const { email, phone, language } = row
  const counted = { businessId, kind: 'stranger', accountId: inviterId } as const
  const day = longDay(language, row.expiresAt)
  const words = (channel: 'mail' | 'sms') => strangersWords({ channel, language, day, url, templates }, names)
  const names = { business: businessName, inviter }
  if (email === null) return { ...counted, channel: 'sms', recipient: phone ?? '', body: words('sms').text, language }
  const campaigns = withoutAddresses(row.campaigns.map(({ name }) => name).join(', '))
  const { subject, text } = words('mail')
  const { heading, facts, action, note } = invitationFrame(language, {
    business: withoutAddresses(businessName),
    day,
    role: row.role,
    campaigns,
  })
  return {
    ...counted,
    channel: 'mail',
    recipient: email,
    subject,
    ...composeMail({
      language,
      title: heading,
      paragraphs: [...(text ? [text] : []), ...(row.message ? [`“${withoutAddresses(row.message)}”`] : [])],
      facts,
      action: { label: action, url },
      note,
    }),
  }
}

type Words = Pick<Sent, 'url' | 'templates'> & { channel: 'mail' | 'sms'; language: Language; day: string }
/** Text of a business for strangers: links and phones are removed, except our own link. */
function strangersWords(
  { channel, language, day, url, templates }: Words,
  { business, inviter }: { business: string; inviter: string },
) {
  const name = channel === 'sms' ? plainName : withoutAddresses
  const values = { business: name(business), inviter: name(inviter), day, link: LINK }
  const { subject, text } = wordsOf(templates, { name: 'invitation', channel, language }, values)
  return { subject: withoutAddresses(subject), text: withoutAddresses(text).replaceAll(LINK, url) }
}
/** Placeholder of the link while the text around it is cleaned. */
const LINK = '{{link}}'

type LinkRequestMail = { businessId: string; businessName: string; address: string; url: string }
/** Mail to an Owner about an invitation that expired unused. */
export function linkRequestMail(
  { email, language }: { email: string; language: Language },
  { businessId, businessName, address, url }: LinkRequestMail,
): Message {
  const names = { address, business: businessName }
  return {
    businessId,
    kind: 'notice',
    channel: 'mail',
    recipient: email,
    subject: say(language, 'asked.subject', names),
    ...composeMail({
      language,
      title: say(language, 'asked.title', names),
      paragraphs: [say(language, 'asked.text', names)],
      action: { label: say(language, 'asked.action'), url },
      note: say(language, 'asked.note'),
    }),
  }
}
