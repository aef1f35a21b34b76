import { id } from '../common.ts'
import { type EventEntries, OfCampaign } from './events.ts'

/** The address or phone is in `personal`. */
const ofRecipient = {
  payload: OfCampaign.extend({ recipientId: id }),
  audience: 'audit',
  kind: 'settings',
  facts: ['email', 'phone'],
} as const

export const recipientEvents = {
  /** A listed recipient was asked again for consent. */
  'recipient.asked': ofRecipient,
  'recipient.confirmed': ofRecipient,
  'recipient.refused': ofRecipient,
} as const satisfies EventEntries
