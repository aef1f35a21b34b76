import { z } from 'zod'
import { id } from '../common.ts'
import { type EventEntries, OfBusiness } from './events.ts'

const ofOperation = {
  payload: OfBusiness.extend({ operationId: id, kind: z.string() }),
  audience: 'audit',
  kind: 'leads',
  subject: { kind: 'operation', id: 'operationId', isPagePermanent: true },
  facts: ['kind'],
} as const

export const operationEvents = {
  'operation.started': {
    ...ofOperation,
    payload: ofOperation.payload.extend({ leads: z.number().int() }),
    facts: ['kind', 'leads'],
  },
  'operation.cancelled': ofOperation,
} as const satisfies EventEntries
