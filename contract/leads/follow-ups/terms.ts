/** Error codes, rights and periods of follow-ups and missed calls. They are separate from the routes, because every page loads the rights. */
export const followUpErrors = { follow_up_not_found: 404, follow_up_exists: 409 } as const
export const followUpRights = {
  /** Changes of one's own follow-ups, and the page Today. */
  'followUps.edit': ['Owner', 'Admin', 'Affiliate', 'Lead', 'Writer'],
  /** Changes of colleagues' follow-ups, and the page Today of a colleague or of the team. */
  'followUps.team': ['Owner', 'Admin', 'Lead'],
} as const
/** Number of days after the last try, or after the end of snoozing, for which a missed caller is listed. */
export const MISSED_CALL_DAYS = 7
/** For how long a missed caller may be snoozed. */
export const MISSED_SNOOZE_DAYS = 14
/** After their last try. */
export const followUpPeriods = {
  missedCallers: { unit: 'days', amount: MISSED_CALL_DAYS + MISSED_SNOOZE_DAYS },
} as const
