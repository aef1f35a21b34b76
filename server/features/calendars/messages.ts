import type { Language } from '#contract/constants.ts'
import { noticeMail } from '../messages/messages.rules.ts'

type Lost = { email: string; account: string }
export const lostMail = (language: Language, { email, account }: Lost) =>
  noticeMail(language, 'calendars-mail', 'lost', { email, account })
