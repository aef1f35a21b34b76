import { z } from 'zod'
import type { AuditFilters } from '#contract/audit.ts'
import { auditKinds } from '#contract/events/events.ts'
import { flag } from '../../lib/list-search.ts'

/** The URL's search: the filters, and the cursor after which the page begins. */
export const AuditSearch = z.object({
  by: z.uuid().optional(),
  kind: z.enum(auditKinds).optional(),
  /** If set, includes events of leads, which are otherwise left out because they outnumber all others. */
  leads: flag.optional(),
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
  leads: undefined,
  action: undefined,
  from: undefined,
  to: undefined,
  about: undefined,
  ...atStart,
}

/** Whether events of leads are left out: no filter asks for them, nor for a kind, an action or a subject. */
export const isWithoutLeads = ({ leads, kind, action, about }: AuditSearch) => !leads && !kind && !action && !about

export const isNarrowed = ({ before: _, after: __, leads: ___, ...filters }: AuditSearch) =>
  Object.values(filters).some((value) => value !== undefined)

export function filtersOf(search: AuditSearch): AuditFilters {
  const { before: _, after: __, leads: ___, ...filters } = search
  const set = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
  return { ...set, ...(isWithoutLeads(search) && { without: 'leads' as const }) }
}
