import { z } from 'zod'
import { id } from '../common.ts'
import { Changes, type EventEntries, OfCampaign } from './events.ts'

const ofSource = {
  payload: OfCampaign.extend({ sourceId: id, name: z.string() }),
  audience: 'audit',
  kind: 'campaigns',
  subject: { kind: 'leadSource', id: 'sourceId', names: ['name'] },
} as const
const ofRequests = {
  ...ofSource,
  payload: ofSource.payload.extend({ requests: z.number().int() }),
  facts: ['requests'],
} as const

export const leadSourceEvents = {
  'lead_source.created': ofSource,
  'lead_source.changed': { ...ofSource, payload: ofSource.payload.extend({ changes: Changes }) },
  'lead_source.rotated': ofSource,
  'lead_source.deleted': ofSource,
  /** Requests that could not be read were read again, or discarded. */
  'lead_source.repaired': ofRequests,
  'lead_source.discarded': ofRequests,
} as const satisfies EventEntries
