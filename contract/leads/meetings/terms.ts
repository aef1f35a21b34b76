/** Error codes, rights and periods of meetings. They are separate from the routes, because every page loads the rights. */
export const meetingErrors = {
  meeting_not_found: 404,
  meeting_cancelled: 409,
  meeting_not_begun: 409,
  meeting_over: 409,
  meeting_moved: 409,
  meeting_time_taken: 409,
  too_many_meetings: 409,
  guest_without_contact: 409,
  reminded_already: 409,
} as const
export const meetingRights = {
  'meetings.see': ['Owner', 'Admin', 'Affiliate', 'Lead', 'Writer', 'Reader'],
  /** Making, moving, cancelling, and what became of a meeting. Partners who see masked contacts may not. */
  'meetings.edit': ['Owner', 'Admin', 'Affiliate', 'Lead', 'Writer'],
  /** The meetings of colleagues in their calendars; others see only that a colleague is busy. */
  'meetings.team': ['Owner', 'Admin', 'Lead'],
} as const
/** What became of a meeting is asked in Today for this many days. */
export const OUTCOME_ASKED_DAYS = 14
/** A link dies this long after the end of its meeting. */
export const MEETING_LINK_HOURS = 24
/** Participants are reminded this long before a meeting. */
export const STAFF_REMINDED_MINUTES = 30
/** After the time at which a message about a meeting was due. */
export const meetingPeriods = { meetingNotices: { unit: 'days', amount: 30 } } as const
