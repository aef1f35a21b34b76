import type { Language } from '#contract/constants.ts'
import { noticeMail } from '../messages/messages.rules.ts'

export const linkedMail = (language: Language, { email }: { email: string }) =>
  noticeMail(language, 'google-sign-in-mail', 'linked', { email })
