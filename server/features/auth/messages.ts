import { CODE_MINUTES } from '#contract/auth/auth.ts'
import type { WaysIn } from '#contract/auth/ways-in.ts'
import type { Language } from '#contract/constants.ts'
import { longDay, translate } from '../../platform/texts.ts'
import { composeMail } from '../messages/messages.rules.ts'
import type { Message } from '../messages/messages.service.ts'

const text = (language: Language, key: string, values?: Record<string, unknown>) =>
  translate(language, 'auth-mail', key, values)

export const codeSms = (language: Language, { code, phone }: { code: string; phone: string }): Message => ({
  businessId: null,
  kind: 'code',
  channel: 'sms',
  recipient: phone,
  body: text(language, 'code.sms', { code, minutes: CODE_MINUTES }),
  language,
})

export const codeMail = (language: Language, { code, email }: { code: string; email: string }): Message => ({
  businessId: null,
  kind: 'code',
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

/** The mail with a registration code; the account does not exist yet. */
export const emailCodeMail = (language: Language, { code, email }: { code: string; email: string }): Message => ({
  businessId: null,
  kind: 'code',
  channel: 'mail',
  recipient: email,
  subject: text(language, 'emailCode.title', { code }),
  ...composeMail({
    language,
    title: text(language, 'emailCode.heading'),
    paragraphs: [text(language, 'emailCode.text', { minutes: CODE_MINUTES })],
    code,
    note: text(language, 'emailCode.note'),
  }),
})

type Taken = { email: string; publicUrl: string }
/** Sent instead of a code if the address has an account; counts against the same limits. */
export const addressTakenMail = (language: Language, { email, publicUrl }: Taken): Message => ({
  businessId: null,
  kind: 'code',
  channel: 'mail',
  recipient: email,
  subject: text(language, 'taken.title'),
  ...composeMail({
    language,
    title: text(language, 'taken.title'),
    paragraphs: [text(language, 'taken.text', { email })],
    action: { label: text(language, 'taken.signIn'), url: `${publicUrl}/auth/login` },
    otherAction: { label: text(language, 'taken.recover'), url: `${publicUrl}/auth/recover-password` },
    note: text(language, 'taken.note'),
  }),
})

export const resetMail = (language: Language, { email, url }: { email: string; url: string }): Message => ({
  businessId: null,
  kind: 'account',
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

/** After a password change, with the other ways to sign in. */
export function passwordMail(language: Language, { email, waysIn }: { email: string; waysIn: WaysIn }): Message {
  const say = (key: string, values?: Record<string, unknown>) => text(language, `password.${key}`, values)
  const { passkeys, twoFactor, google, phone } = waysIn
  const fact = (label: string, value: string) => ({ label: say(label), value })
  const facts = [
    ...passkeys.map(({ name, createdAt }) =>
      fact('passkey', say('passkeyAdded', { name, day: longDay(language, createdAt) })),
    ),
    ...(twoFactor ? [fact('twoFactor', say('since', { day: longDay(language, twoFactor.since) }))] : []),
    ...(google ? [{ ...fact('google', google.email), isLtr: true }] : []),
    ...(phone ? [{ ...fact('phone', phone), isLtr: true }] : []),
  ]
  return {
    businessId: null,
    kind: 'account',
    channel: 'mail',
    recipient: email,
    subject: say('title'),
    ...composeMail({
      language,
      title: say('title'),
      paragraphs: [say('text', { email }), ...(facts.length > 0 ? [say('waysIn')] : [])],
      facts,
      note: say('note'),
    }),
  }
}
