import { z } from 'zod'
import { id } from '../common.ts'
import { Changes, type EventEntries, OfBusiness } from './events.ts'

const ofStatus = {
  /** By the names that it had then, or has from then on. */
  payload: OfBusiness.extend({ statusId: id, nameHe: z.string(), nameEn: z.string(), changes: Changes }),
  audience: 'broadcast',
  topic: 'status',
  kind: 'settings',
  subject: { kind: 'status', id: 'statusId', names: ['nameHe'], isPagePermanent: true },
} as const

export const statusEvents = {
  'status.created': { ...ofStatus, isCreation: true },
  'status.changed': ofStatus,
  /** `changes` of its position, counted from 0. */
  'status.ordered': ofStatus,
  /** `to`: the status that its leads are moved to, and how many these are. */
  'status.deleted': {
    ...ofStatus,
    payload: ofStatus.payload.extend({ to: id.nullable(), leads: z.number().int() }),
    facts: ['to', 'leads'],
  },
} as const satisfies EventEntries
