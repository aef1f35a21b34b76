import type { Language } from '#contract/constants.ts'
import { noticeMail } from '../messages/messages.rules.ts'

export const unlinkedMail = (language: Language, { email, google }: { email: string; google: string }) =>
  noticeMail(language, 'google-sign-in-mail', 'unlinked', { email, google })
export const linkedMail = (language: Language, { email }: { email: string }) =>
  noticeMail(language, 'google-sign-in-mail', 'linked', { email })
