import type { Caches } from '../../platform/caches.ts'
import type { Tenants } from '../../platform/db/tenants.ts'
import { listFields } from './lead-fields.queries.ts'

declare module '../../deps.ts' {
  interface OpenedByFeatures {
    /** The own lead fields of businesses, deleted ones too. */
    ownFields: OwnFields
  }
}

/** Events that change the definitions. */
export const FIELDS_ENDED_BY = [
  'lead_field.created',
  'lead_field.changed',
  'lead_field.ordered',
  'lead_field.deleted',
  'lead_field.restored',
  'lead_field.purged',
] as const

export type OwnFields = ReturnType<typeof openOwnFields>

/**
 * Caches the definitions, which each list and each new lead reads. Read them before a transaction begins, because a
 * read may borrow another connection.
 */
export function openOwnFields(tenants: Tenants, caches: Caches) {
  const find = caches.cached(FIELDS_ENDED_BY, (businessId: string) =>
    listFields(tenants.scope({ businessId }), businessId),
  )
  return { find }
}
