import { z } from 'zod'
import { id } from '../common.ts'
import { Changes, type EventEntries, OfBusiness } from './events.ts'

const ofField = {
  /** `nameHe` and `nameEn` are the names after the change; in a deletion, the last names. */
  payload: OfBusiness.extend({
    fieldId: id,
    key: z.string(),
    nameHe: z.string(),
    nameEn: z.string(),
    changes: Changes,
  }),
  audience: 'broadcast',
  topic: 'leadField',
  kind: 'settings',
  subject: { kind: 'leadField', id: 'fieldId', names: ['nameHe'], isPagePermanent: true },
} as const

export const leadFieldEvents = {
  'lead_field.created': { ...ofField, isCreation: true },
  'lead_field.changed': ofField,
  /** The field was moved. `changes` holds its position, counted from 0. */
  'lead_field.ordered': ofField,
  'lead_field.deleted': ofField,
  'lead_field.restored': ofField,
  /**
   * A deleted field could no longer be restored, so its values were removed from all leads. `leads`: the number of
   * leads that had a value.
   */
  'lead_field.purged': {
    ...ofField,
    payload: ofField.payload.extend({ leads: z.number().int() }),
    facts: ['leads'],
  },
} as const satisfies EventEntries
