/** Error codes and rights of merges, apart from their routes, because every page loads them (features.ts). */
export const duplicateErrors = {
  /** One of the leads was merged or deleted since the client read it. */
  leads_changed: 409,
} as const
export const duplicateRights = { 'leads.merge': ['Owner', 'Admin', 'Lead'] } as const
