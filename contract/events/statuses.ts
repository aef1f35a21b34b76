import { z } from 'zod'
import { id } from '../common.ts'
import { Changes, type EventEntries, OfBusiness } from './events.ts'

const ofStatus = {
  /** `nameHe` and `nameEn` are the names after the change; in a deletion, the last names. */
  payload: OfBusiness.extend({ statusId: id, nameHe: z.string(), nameEn: z.string(), changes: Changes }),
  audience: 'broadcast',
  topic: 'status',
  kind: 'settings',
  subject: { kind: 'status', id: 'statusId', names: ['nameHe'], isPagePermanent: true },
} as const

export const statusEvents = {
  'status.created': { ...ofStatus, isCreation: true },
  'status.changed': ofStatus,
  /** The status was moved. `changes` holds its position, counted from 0. */
  'status.ordered': ofStatus,
  /** `to` is the status to which the leads are moved; `leads` is their number. */
  'status.deleted': {
    ...ofStatus,
    payload: ofStatus.payload.extend({ to: id.nullable(), leads: z.number().int() }),
    facts: ['to', 'leads'],
  },
} as const satisfies EventEntries
