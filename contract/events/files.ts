import { z } from 'zod'
import { id } from '../common.ts'
import { type EventEntries, OfCampaign } from './events.ts'

/** The name of the file is in `personal`. */
const payload = OfCampaign.extend({ leadId: id, fileId: id, bytes: z.number().int(), type: z.string() })
const ofFile = {
  payload,
  audience: 'broadcast',
  topic: 'file',
  kind: 'leads',
  subject: { kind: 'lead', id: 'leadId' },
  facts: ['file'],
} as const

export const fileEvents = {
  'file.added': ofFile,
  'file.deleted': ofFile,
  /** Its deletion was taken back. */
  'file.restored': ofFile,
} as const satisfies EventEntries

/** The content was opened in its preview or downloaded. */
export const fileOpenings = {
  'file.opened': {
    payload: payload.extend({ isDownload: z.boolean() }),
    audience: 'audit',
    kind: 'takings',
    subject: { kind: 'lead', id: 'leadId' },
    facts: ['file', 'isDownload'],
  },
} as const satisfies EventEntries
