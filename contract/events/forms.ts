import { z } from 'zod'
import { id } from '../common.ts'
import { Changes, type EventEntries, OfCampaign } from './events.ts'

const ofForm = {
  payload: OfCampaign.extend({ formId: id, name: z.string() }),
  audience: 'broadcast',
  topic: 'form',
  kind: 'campaigns',
  subject: { kind: 'form', id: 'formId', names: ['name'] },
} as const

export const formEvents = {
  'form.created': ofForm,
  'form.changed': { ...ofForm, payload: ofForm.payload.extend({ changes: Changes }) },
  'form.deleted': ofForm,
} as const satisfies EventEntries
