import type { Language } from '#contract/constants.ts'
import { EMAIL_CHANGE_HOURS } from '#contract/profile.ts'
import { translate } from '../../platform/http/texts.ts'
import { composeMail } from '../messages/messages.rules.ts'
import type { Message } from '../messages/messages.service.ts'

type Addresses = { oldEmail: string; newEmail: string }
type Kind = 'confirmOld' | 'confirmNew' | 'inUse' | 'changed'

/** One of the mails about a new address; `url` is what its button opens. */
function mail(
  language: Language,
  kind: Kind,
  { to, url, ...addresses }: Addresses & { to: string; url?: string },
): Message {
  const say = (key: string) =>
    translate(language, 'profile-mail', `${kind}.${key}`, { ...addresses, hours: EMAIL_CHANGE_HOURS })
  return {
    businessId: null,
    // Nobody has confirmed the new address yet; codes have a share of their own, and so has this.
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
/** To whoever has an account with the address already: nobody else learns that they have. */
export const emailInUseMail = (language: Language, given: Addresses) =>
  mail(language, 'inUse', { ...given, to: given.newEmail })
export const emailChangedMail = (language: Language, given: Addresses) =>
  mail(language, 'changed', { ...given, to: given.oldEmail })
