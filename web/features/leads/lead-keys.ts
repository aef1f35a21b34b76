/** Query keys of a business's leads. */
export const leadKeys = {
  all: (businessId: string) => ['leads', businessId] as const,
  lists: (businessId: string) => ['leads', businessId, 'list'] as const,
  counts: (businessId: string) => ['leads', businessId, 'counts'] as const,
  one: (businessId: string, leadId: string) => ['leads', businessId, 'one', leadId] as const,
  /** All kinds of history items. */
  history: (businessId: string, leadId: string) => ['leads', businessId, 'history', leadId] as const,
}
