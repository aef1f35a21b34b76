import type { Language } from '#contract/constants.ts'
import { EMAIL_CHANGE_HOURS } from '#contract/profile.ts'
import { translate } from '../../platform/texts.ts'
import { composeMail } from '../messages/messages.rules.ts'
import type { Message } from '../messages/messages.service.ts'

type Addresses = { oldEmail: string; newEmail: string }
type Kind = 'confirmOld' | 'confirmNew' | 'inUse' | 'changed'

/** An e-mail about a change of address; `url` is the target of its button. */
function mail(
  language: Language,
  kind: Kind,
  { to, url, ...addresses }: Addresses & { to: string; url?: string },
): Message {
  const say = (key: string) =>
    translate(language, 'profile-mail', `${kind}.${key}`, { ...addresses, hours: EMAIL_CHANGE_HOURS })
  return {
    businessId: null,
    // The new address is not verified, so this e-mail counts as a code against the ceilings.
    kind: kind === 'confirmNew' ? 'code' : 'account',
    channel: 'mail',
    recipient: to,
    subject: say('title'),
    ...composeMail({
      language,
      title: say('title'),
      paragraphs: [say('text')],
      ...(url && { action: { label: say('action'), url } }),
      note: say('note'),
    }),
  }
}

export const confirmOldMail = (language: Language, given: Addresses & { url: string }) =>
  mail(language, 'confirmOld', { ...given, to: given.oldEmail })
export const confirmNewMail = (language: Language, given: Addresses & { url: string }) =>
  mail(language, 'confirmNew', { ...given, to: given.newEmail })
/** Sent to the new address if it has an account. The requester does not learn of that account. */
export const emailInUseMail = (language: Language, given: Addresses) =>
  mail(language, 'inUse', { ...given, to: given.newEmail })
export const emailChangedMail = (language: Language, given: Addresses) =>
  mail(language, 'changed', { ...given, to: given.oldEmail })
