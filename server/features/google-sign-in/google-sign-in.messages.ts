import type { Language } from '#contract/constants.ts'
import { translate } from '../../platform/http/texts.ts'
import { composeMail } from '../messages/messages.rules.ts'
import type { Message } from '../messages/messages.service.ts'

/** Told after the fact, so that nobody adds a way to sign in unnoticed. */
export function linkedMail(language: Language, { email }: { email: string }): Message {
  const say = (key: string) => translate(language, 'google-sign-in-mail', `linked.${key}`, { email })
  return {
    businessId: null,
    channel: 'mail',
    recipient: email,
    subject: say('title'),
    ...composeMail({ language, title: say('title'), paragraphs: [say('text')], note: say('note') }),
  }
}
