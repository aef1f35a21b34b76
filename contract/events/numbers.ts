import { z } from 'zod'
import { id } from '../common.ts'
import { Changes, type EventEntries, OfBusiness, OfCampaign } from './events.ts'

const phone = z.string()
const ofNumber = {
  /** The number's phone belongs to the business and is not personal. The campaign may be unset. */
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

export const numberEvents = {
  /** A number of an active campaign has no phone left to ring. Its phone: in `personal`. */
  'number.silenced': {
    ...ofNumber,
    audience: 'broadcast',
    payload: OfCampaign.extend({ numberId: id }),
    facts: ['name'],
    notification: 'number_silent',
  },
  'number.ordered': { ...ofNumber, payload: OfCampaign.extend({ orderId: id, phone }) },
  /** Whom it rings: in `personal`. */
  'number.changed': { ...ofNumber, payload: ofNumber.payload.extend({ changes: Changes }) },
  'number.released': ofNumber,
  'number.tested': ofNumber,
  'connection.added': ofConnection,
  /** New secrets of the account that there is. */
  'connection.changed': ofConnection,
  'connection.removed': ofConnection,
} as const satisfies EventEntries
