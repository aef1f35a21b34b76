import type { Language } from '#contract/constants.ts'
import { translate } from '../../platform/http/texts.ts'
import { composeMail } from '../messages/messages.rules.ts'
import type { Message } from '../messages/messages.service.ts'

type Kind = 'on' | 'off' | 'reset' | 'recoveryUsed'

/** Told after the fact, so that nobody changes how one signs in unnoticed. */
function mail(language: Language, kind: Kind, { email, count }: { email: string; count?: number }): Message {
  const say = (key: string) => translate(language, 'two-factor-mail', `${kind}.${key}`, { email, count })
  return {
    businessId: null,
    channel: 'mail',
    recipient: email,
    subject: say('title'),
    ...composeMail({ language, title: say('title'), paragraphs: [say('text')], note: say('note') }),
  }
}

type To = { email: string }
export const turnedOnMail = (language: Language, to: To) => mail(language, 'on', to)
export const turnedOffMail = (language: Language, to: To) => mail(language, 'off', to)
export const resetByOperatorMail = (language: Language, to: To) => mail(language, 'reset', to)
export const recoveryUsedMail = (language: Language, { email, left }: To & { left: number }) =>
  mail(language, 'recoveryUsed', { email, count: left })
