import type { Language } from '#contract/constants.ts'
import { plainName, withoutAddresses } from '#contract/values/plain-text.ts'
import { translate } from '../../platform/http/texts.ts'
import { composeMail } from '../messages/messages.rules.ts'
import type { Message } from '../messages/messages.service.ts'
import type { Address } from './recipients.queries.ts'

type Asked = Address & {
  businessId: string
  businessName: string
  /** Who caused it; undefined: it counts as the creator's of the business. */
  accountId: string | undefined
  language: Language
  url: string
}
/** Asks somebody who may never have heard of the business: but for our own link nothing can be followed or called. */
export function askingMessage({
  channel,
  address,
  businessId,
  businessName,
  accountId,
  language,
  url,
}: Asked): Message {
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
