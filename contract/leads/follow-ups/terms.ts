/** Error codes and rights of follow-ups. They are separate from the routes, because every page loads the rights. */
export const followUpErrors = { follow_up_not_found: 404, follow_up_exists: 409 } as const
export const followUpRights = {
  /** Changes of one's own follow-ups, and the page Today. */
  'followUps.edit': ['Owner', 'Admin', 'Affiliate', 'Lead', 'Writer'],
  /** Changes of colleagues' follow-ups, and the page Today of a colleague or of the team. */
  'followUps.team': ['Owner', 'Admin', 'Lead'],
} as const
