import { longDay, translate } from '../../platform/texts.ts'
import { composeMail } from '../messages/messages.rules.ts'
import type { Message } from '../messages/messages.service.ts'
import type { Reader } from './closing.queries.ts'

type About = {
  kind: 'closed' | 'reopened'
  businessId: string
  name: string
  /** The name of the Owner who closed or reopened it. */
  by: string
  /** The time of erasure of a closed business. */
  closesAt?: string
  publicUrl: string
}

/** The mail to a member about a closed or reopened business. */
export function closingMail(
  { language, email }: Reader,
  { kind, businessId, name, by, closesAt, publicUrl }: About,
): Message {
  const day = closesAt && longDay(language, closesAt)
  const say = (key: string) => translate(language, 'businesses-mail', `${kind}.${key}`, { name, by, day })
  return {
    businessId,
    kind: 'notice',
    channel: 'mail',
    recipient: email,
    subject: say('title'),
    ...composeMail({
      language,
      title: say('title'),
      paragraphs: [say('text')],
      action: { label: say('action'), url: `${publicUrl}/b/${businessId}/campaigns` },
      note: say('note'),
    }),
  }
}
