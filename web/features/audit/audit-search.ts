import { z } from 'zod'
import type { AuditFilters } from '#contract/audit.ts'
import { auditKinds } from '#contract/events/events.ts'

/** The URL's search: the filters, and the cursor after which the page begins. */
export const AuditSearch = z.object({
  by: z.uuid().optional(),
  kind: z.enum(auditKinds).optional(),
  action: z.string().max(60).optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  about: z.uuid().optional(),
  before: z.string().max(60).optional(),
  after: z.string().max(60).optional(),
})
export type AuditSearch = z.output<typeof AuditSearch>

/** Changing a filter goes back to the newest row. */
export const atStart = { before: undefined, after: undefined }
export const noFilters = {
  by: undefined,
  kind: undefined,
  action: undefined,
  from: undefined,
  to: undefined,
  about: undefined,
  ...atStart,
}

export function filtersOf({ before: _, after: __, ...filters }: AuditSearch): AuditFilters {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
}
