import { z } from 'zod'
import { id } from '../common.ts'
import { Changes, type EventEntries, OfBusiness } from './events.ts'

const ofDocument = {
  payload: OfBusiness.extend({
    documentId: id,
    kind: z.string(),
    number: z.number().int(),
    /** In agorot. */
    total: z.number().int(),
  }),
  audience: 'audit',
  kind: 'settings',
  subject: { kind: 'taxDocument', id: 'documentId', names: ['number'], isPagePermanent: true },
  facts: ['kind', 'total'],
} as const

/** Acts on tax documents; each is part of the audit log. */
export const taxDocumentEvents = {
  /** `isSilent`: it is not mailed. */
  'tax_document.issued': { ...ofDocument, payload: ofDocument.payload.extend({ isSilent: z.boolean().optional() }) },
  /** The allocation number arrived, or the operator sends the document without one. */
  'tax_document.allocated': { ...ofDocument, payload: ofDocument.payload.extend({ isSilent: z.boolean().optional() }) },
  'tax_document.sent': ofDocument,
  'tax_document.opened': { ...ofDocument, kind: 'takings' },
  'tax_document.exported': { payload: OfBusiness, audience: 'audit', kind: 'takings' },
  /** Names of the changed fields; their values are in `personal`. */
  'tax_customer.changed': {
    payload: OfBusiness.extend({ changes: Changes }),
    audience: 'audit',
    kind: 'settings',
  },
} as const satisfies EventEntries
