import { type Language, TIME_ZONE } from '#contract/constants.ts'
import { translate } from '../../platform/http/texts.ts'
import { composeMail } from '../messages/messages.rules.ts'
import type { Message } from '../messages/messages.service.ts'
import { type OwnTemplate, wordsOf } from '../notification-settings/templates.rules.ts'
import type { InvitationRow } from './invitations.queries.ts'

export type Sent = {
  row: Pick<InvitationRow, 'email' | 'phone' | 'role' | 'campaigns' | 'message' | 'language' | 'expiresAt'>
  businessId: string
  businessName: string
  inviter: string
  url: string
  templates: readonly OwnTemplate[]
}

const say = (language: Language, key: string, values?: Record<string, unknown>) =>
  translate(language, 'invitations-mail', key, values)

/** What stands around the words of an invitation by mail. */
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

/** Until when its link works. */
export const lastDay = (language: Language, at: string) =>
  new Intl.DateTimeFormat(language, { timeZone: TIME_ZONE, dateStyle: 'long' }).format(new Date(at))

/** The link to whom it is for: by mail to an address, by text message to a phone. */
export function invitationMessage({ row, businessId, businessName, inviter, url, templates }: Sent): Message {
  const { email, phone, language } = row
  const day = lastDay(language, row.expiresAt)
  const values = { business: businessName, inviter, day, link: url }
  const words = (channel: 'mail' | 'sms') => wordsOf(templates, { name: 'invitation', channel, language }, values)
  if (email === null) return { businessId, channel: 'sms', recipient: phone ?? '', body: words('sms').text, language }
  const campaigns = row.campaigns.map(({ name }) => name).join(', ')
  const { subject, text } = words('mail')
  const { heading, facts, action, note } = invitationFrame(language, {
    business: businessName,
    day,
    role: row.role,
    campaigns,
  })
  return {
    businessId,
    channel: 'mail',
    recipient: email,
    subject,
    ...composeMail({
      language,
      title: heading,
      paragraphs: [...(text ? [text] : []), ...(row.message ? [`“${row.message}”`] : [])],
      facts,
      action: { label: action, url },
      note,
    }),
  }
}

type Asked = { businessId: string; businessName: string; address: string; url: string }
/** What an Owner hears of an invitation that ran out before it was used. */
export function askedMail(
  { email, language }: { email: string; language: Language },
  { businessId, businessName, address, url }: Asked,
): Message {
  const names = { address, business: businessName }
  return {
    businessId,
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
