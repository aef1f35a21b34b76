import { id } from '../common.ts'
import { type EventEntries, OfCampaign } from './events.ts'

/** Which address or phone: in `personal`. */
const ofRecipient = {
  payload: OfCampaign.extend({ recipientId: id }),
  audience: 'audit',
  kind: 'settings',
  facts: ['email', 'phone'],
} as const

export const recipientEvents = {
  /** A listed address was asked once more whether it wants notices. */
  'recipient.asked': ofRecipient,
  'recipient.confirmed': ofRecipient,
  'recipient.refused': ofRecipient,
} as const satisfies EventEntries
