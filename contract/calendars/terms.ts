/** Error codes of calendars. They are separate from the routes, because every page loads the codes. */
export const calendarErrors = {
  calendar_not_connected: 409,
  /** Google let us in, but not into the calendar (specification, section 9: 'Google Calendar integration failed'). */
  google_calendar_failed: 502,
} as const
/** After this time without success, a connected calendar says nothing of its person's times: they are blocked. */
export const CALENDAR_STALE_MINUTES = 30
