import { longDay, translate } from '../../platform/http/texts.ts'
import { composeMail } from '../messages/messages.rules.ts'
import type { Message } from '../messages/messages.service.ts'
import type { Reader } from './closing.queries.ts'

type About = {
  kind: 'closed' | 'reopened'
  businessId: string
  name: string
  /** Who did it. */
  by: string
  /** When it will be erased; of a closed one. */
  closesAt?: string
  publicUrl: string
}

/** What a member is told of a business that was closed, or opened again. */
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
