import { z } from 'zod'
import { id } from '../common.ts'
import { Changes, type EventEntries, OfBusiness } from './events.ts'

const ofTemplate = {
  /** `nameHe` and `nameEn` are the names after the change; in a deletion, the last names. */
  payload: OfBusiness.extend({ templateId: id, nameHe: z.string(), nameEn: z.string() }),
  audience: 'audit',
  kind: 'settings',
  subject: { kind: 'messageTemplate', id: 'templateId', names: ['nameHe'], isPagePermanent: true },
} as const

export const messageTemplateEvents = {
  'message_template.created': { ...ofTemplate, isCreation: true },
  /** The texts themselves are not logged: `changes` names the language that changed. */
  'message_template.changed': { ...ofTemplate, payload: ofTemplate.payload.extend({ changes: Changes }) },
  'message_template.deleted': ofTemplate,
  'message_template.restored': ofTemplate,
} as const satisfies EventEntries

const ofMail = {
  /** The address from which the business writes is in `personal`. */
  payload: OfBusiness.extend({ connectionId: id, host: z.string() }),
  audience: 'audit',
  kind: 'settings',
  subject: { kind: 'mailServer', id: 'connectionId', names: ['host'], isPagePermanent: true },
  facts: ['fromAddress'],
} as const

const ofWhatsApp = {
  /** The business's number, in E.164. */
  payload: OfBusiness.extend({ connectionId: id, phone: z.string() }),
  audience: 'audit',
  kind: 'settings',
  subject: { kind: 'whatsApp', id: 'connectionId', names: ['phone'], isPagePermanent: true },
} as const

export const channelEvents = {
  'mail_server.connected': ofMail,
  'mail_server.changed': ofMail,
  'mail_server.disconnected': ofMail,
  'whatsapp.connected': ofWhatsApp,
  /** Another token, or another campaign of those who write first. */
  'whatsapp.changed': ofWhatsApp,
  'whatsapp.disconnected': ofWhatsApp,
  /** `changes`: the number, in E.164, before and after; null: the installation's sender. */
  'sms_sender.changed': {
    payload: OfBusiness.extend({ changes: Changes }),
    audience: 'audit',
    kind: 'settings',
  },
} as const satisfies EventEntries
