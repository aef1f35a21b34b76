import type { Language } from '#contract/constants.ts'
import { translate } from '../../platform/texts.ts'
import { composeMail } from '../messages/messages.rules.ts'
import type { Message } from '../messages/messages.service.ts'
import type { MessageExample } from '../notification-settings/examples.rules.ts'
import { type OwnTemplate, wordsOf } from '../notification-settings/templates.rules.ts'

type Reader = { email: string; language: Language }
type About = {
  businessId: string
  /** Name of the business. */
  business: string
  /** Name of the applicant. */
  name?: string
  /** The applicant's note, or the reason of the refusal. */
  words?: string
  url?: string
  /** The business's own template. */
  templates?: readonly OwnTemplate[]
}

/** The e-mail to Owners about a join request, or to the applicant about the decision. */
export function joinMail(kind: 'asked' | Decision, { email, language }: Reader, about: About): Message {
  const { businessId, words, url, templates = [], ...names } = about
  const say = (key: string) => translate(language, 'waiting-list-mail', `${kind}.${key}`, names)
  const { subject, text } =
    kind === 'asked'
      ? { subject: say('title'), text: say('text') }
      : wordsOf(templates, { name: `join_${kind}`, channel: 'mail', language }, { business: names.business })
  return {
    businessId,
    kind: kind === 'asked' ? 'notice' : 'account',
    channel: 'mail',
    recipient: email,
    subject,
    ...composeMail({
      language,
      title: subject,
      paragraphs: [...(text ? [text] : []), ...(words ? [`“${words}”`] : [])],
      ...(url && { action: { label: say('action'), url } }),
      note: say('note'),
    }),
  }
}

export type Decision = 'approved' | 'declined'
export const decisionExample =
  (kind: Decision): MessageExample =>
  ({ language }, { business }) => ({
    examples: { business },
    frame: {
      heading: null,
      facts: [],
      action: kind === 'approved' ? translate(language, 'waiting-list-mail', 'approved.action') : null,
      note: translate(language, 'waiting-list-mail', `${kind}.note`),
    },
  })
