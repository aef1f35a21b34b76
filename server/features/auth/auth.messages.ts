import { CODE_MINUTES } from '#contract/auth.ts'
import type { Language } from '#contract/constants.ts'
import { translate } from '../../platform/http/texts.ts'
import { composeMail, noticeMail } from '../messages/messages.rules.ts'
import type { Message } from '../messages/messages.service.ts'

const text = (language: Language, key: string, values?: Record<string, unknown>) =>
  translate(language, 'auth-mail', key, values)

export const codeSms = (language: Language, { code, phone }: { code: string; phone: string }): Message => ({
  businessId: null,
  channel: 'sms',
  recipient: phone,
  body: text(language, 'code.sms', { code, minutes: CODE_MINUTES }),
  language,
})

export const codeMail = (language: Language, { code, email }: { code: string; email: string }): Message => ({
  businessId: null,
  channel: 'mail',
  recipient: email,
  subject: text(language, 'code.title', { code }),
  ...composeMail({
    language,
    title: text(language, 'code.heading'),
    paragraphs: [text(language, 'code.text', { minutes: CODE_MINUTES })],
    code,
    note: text(language, 'code.note'),
  }),
})

export const resetMail = (language: Language, { email, url }: { email: string; url: string }): Message => ({
  businessId: null,
  channel: 'mail',
  recipient: email,
  subject: text(language, 'reset.title'),
  ...composeMail({
    language,
    title: text(language, 'reset.title'),
    paragraphs: [text(language, 'reset.text', { email })],
    action: { label: text(language, 'reset.action'), url },
    note: text(language, 'reset.note'),
  }),
})

export const passwordMail = (language: Language, { email }: { email: string }) =>
  noticeMail(language, 'auth-mail', 'password', { email })
