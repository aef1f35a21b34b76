/** Error codes and rights of merges, apart from their routes, because every page loads them (features.ts). */
export const duplicateErrors = {
  /** One of the leads was merged or deleted since the client read it. */
  leads_changed: 409,
  /** The person has a lead already, and the business refuses further enquiries (duplicate-policy.ts). */
  duplicate_refused: 409,
} as const
export const duplicateRights = { 'leads.merge': ['Owner', 'Admin', 'Lead'] } as const
