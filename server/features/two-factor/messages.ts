import type { Language } from '#contract/constants.ts'
import { noticeMail } from '../messages/messages.rules.ts'

const CATALOGUE = 'two-factor-mail'
type To = { email: string }

export const turnedOnMail = (language: Language, { email }: To) => noticeMail(language, CATALOGUE, 'on', { email })
export const turnedOffMail = (language: Language, { email }: To) => noticeMail(language, CATALOGUE, 'off', { email })
export const resetByOperatorMail = (language: Language, { email }: To) =>
  noticeMail(language, CATALOGUE, 'reset', { email })
export const recoveryUsedMail = (language: Language, { email, left }: To & { left: number }) =>
  noticeMail(language, CATALOGUE, 'recoveryUsed', { email, count: left })
