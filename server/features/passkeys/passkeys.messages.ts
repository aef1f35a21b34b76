import type { Language } from '#contract/constants.ts'
import { translate } from '../../platform/http/texts.ts'
import { composeMail } from '../messages/messages.rules.ts'
import type { Message } from '../messages/messages.service.ts'

type About = { email: string; name: string }

/** Told after the fact, so that nobody adds a way to sign in unnoticed. */
function mail(language: Language, kind: 'added' | 'removed', { email, name }: About): Message {
  const say = (key: string) => translate(language, 'passkeys-mail', `${kind}.${key}`, { email, name })
  return {
    businessId: null,
    channel: 'mail',
    recipient: email,
    subject: say('title'),
    ...composeMail({ language, title: say('title'), paragraphs: [say('text')], note: say('note') }),
  }
}

export const addedMail = (language: Language, about: About) => mail(language, 'added', about)
export const removedMail = (language: Language, about: About) => mail(language, 'removed', about)
