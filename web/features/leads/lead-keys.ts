import { queryKeys } from '../../lib/query-keys.ts'

/** Query keys of a business's leads. */
export const leadKeys = {
  all: queryKeys.leads,
  lists: (businessId: string) => [...queryKeys.leads(businessId), 'list'] as const,
  /** Boards, and the further leads of their columns. */
  boards: (businessId: string) => [...queryKeys.leads(businessId), 'board'] as const,
  counts: (businessId: string) => [...queryKeys.leads(businessId), 'counts'] as const,
  one: (businessId: string, leadId: string) => [...queryKeys.leads(businessId), 'one', leadId] as const,
  /** All kinds of history items. */
  history: (businessId: string, leadId: string) => [...queryKeys.leads(businessId), 'history', leadId] as const,
}
