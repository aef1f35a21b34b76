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
