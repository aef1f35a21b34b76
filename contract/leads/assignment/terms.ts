/** Rights of assignment, apart from its routes because every page loads them (features.ts). */
export const assignmentRights = {
  /** Which person gets the new leads of a campaign, and what happens when its target passes. */
  'assignment.edit': ['Owner', 'Admin', 'Affiliate', 'Lead'],
} as const
