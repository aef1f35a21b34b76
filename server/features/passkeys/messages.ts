import type { Language } from '#contract/constants.ts'
import { noticeMail } from '../messages/messages.rules.ts'

const CATALOGUE = 'passkeys-mail'
type About = { email: string; name: string }

export const addedMail = (language: Language, { email, name }: About) =>
  noticeMail(language, CATALOGUE, 'added', { email, name })
export const removedMail = (language: Language, { email, name }: About) =>
  noticeMail(language, CATALOGUE, 'removed', { email, name })
