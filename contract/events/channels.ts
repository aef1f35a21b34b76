import { z } from 'zod'
import { id } from '../common.ts'
import { Changes, type EventEntries, OfBusiness } from './events.ts'

const ofMail = {
  /** The address from which the business writes is in `personal`. */
  payload: OfBusiness.extend({ connectionId: id, host: z.string() }),
  audience: 'audit',
  kind: 'settings',
  subject: { kind: 'mailServer', id: 'connectionId', names: ['host'], isPagePermanent: true },
  facts: ['fromAddress'],
} as const

export const channelEvents = {
  'mail_server.connected': ofMail,
  'mail_server.changed': ofMail,
  'mail_server.disconnected': ofMail,
  /** `changes`: the number, in E.164, before and after; null: the installation's sender. */
  'sms_sender.changed': {
    payload: OfBusiness.extend({ changes: Changes }),
    audience: 'audit',
    kind: 'settings',
  },
} as const satisfies EventEntries
