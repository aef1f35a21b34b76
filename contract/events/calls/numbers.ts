import { z } from 'zod'
import { id } from '../../common.ts'
import { Changes, type EventEntries, OfBusiness, OfCampaign } from '../events.ts'

const phone = z.string()
const ofNumber = {
  /** The phone belongs to the business and is not personal data. The campaign may be unset. */
  payload: OfCampaign.extend({ numberId: id, phone }),
  audience: 'audit',
  kind: 'campaigns',
  subject: { kind: 'number', id: 'numberId', names: ['phone'], isPagePermanent: true },
} as const
const ofConnection = {
  payload: OfBusiness.extend({ connectionId: id, accountSid: z.string() }),
  audience: 'audit',
  kind: 'settings',
  subject: { kind: 'connection', id: 'connectionId', names: ['accountSid'], isPagePermanent: true },
} as const

/** Notifications to Owners about numbers, with their channels. */
export const numberNotifications = { number_silent: ['app', 'popup', 'push'] } as const

export const numberEvents = {
  /** A number of an active campaign no longer has a phone to ring. Its label and phone are in `personal`. */
  'number.silenced': {
    ...ofNumber,
    audience: 'broadcast',
    payload: OfCampaign.extend({ numberId: id }),
    facts: ['name'],
    notification: 'number_silent',
  },
  'number.ordered': { ...ofNumber, payload: OfCampaign.extend({ orderId: id, phone }) },
  /** A number that the account already had was taken over. */
  'number.adopted': { ...ofNumber, payload: OfCampaign.extend({ orderId: id, phone }) },
  /** The provider gave the ordered number. */
  'number.added': {
    payload: OfCampaign.extend({ numberId: id }),
    audience: 'broadcast',
    topic: 'number',
    kind: null,
  },
  /** Ring targets are in `personal`. */
  'number.changed': { ...ofNumber, payload: ofNumber.payload.extend({ changes: Changes }) },
  'number.released': ofNumber,
  'number.tested': ofNumber,
  /** A person had the provider call the number. */
  'number.line_tested': ofNumber,
  /** When Owners are warned about what the account costs. */
  'telephony_budget.changed': {
    payload: OfBusiness.extend({ changes: Changes }),
    audience: 'audit',
    kind: 'settings',
  },
  'connection.added': ofConnection,
  /** The connection got new credentials for the same account. */
  'connection.changed': ofConnection,
  'connection.removed': ofConnection,
} as const satisfies EventEntries
