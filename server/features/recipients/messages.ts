import type { Language } from '#contract/constants.ts'
import { plainName, withoutAddresses } from '#contract/values/plain-text.ts'
import { translate } from '../../platform/texts.ts'
import { composeMail } from '../messages/messages.rules.ts'
import type { Message } from '../messages/messages.service.ts'
import type { Address } from './recipients.queries.ts'

type ConsentRequest = Address & {
  businessId: string
  businessName: string
  /** The person whose ceilings the message counts against; undefined means the creator of the business. */
  accountId: string | undefined
  language: Language
  url: string
}
/**
 * Asks a stranger for consent. Links and phones in the business's name are removed, so that only our own link works.
 */
export function consentRequestMessage({
  channel,
  address,
  businessId,
  businessName,
  accountId,
  language,
  url,
}: ConsentRequest): Message {
  const business = (channel === 'sms' ? plainName : withoutAddresses)(businessName)
  const say = (key: string) => translate(language, 'recipients-mail', key, { business, link: url })
  const counted = {
    businessId,
    kind: 'stranger',
    recipient: address,
    language,
    ...(accountId && { accountId }),
  } as const
  if (channel === 'sms') return { ...counted, channel, body: say('sms') }
  const title = say('title')
  return {
    ...counted,
    channel,
    subject: title,
    ...composeMail({
      language,
      title,
      paragraphs: [say('text'), say('choice')],
      action: { label: say('action'), url },
      note: say('note'),
    }),
  }
}
