/** Error codes and rights of calls that members make, apart from their routes because every page loads them (features.ts). */
export const outgoingErrors = {
  /** The lead is marked "do not call". */
  do_not_call: 409,
  /** The number is on the blacklist. */
  callee_blocked: 409,
  /** The campaign has no active number that could be shown. */
  no_number_to_show: 409,
  /** A colleague calls this person, or speaks with them. */
  lead_in_call: 409,
  /** This person is calling now. */
  lead_is_calling: 409,
  /** The member makes another call, or is in one. */
  already_in_call: 409,
  /** The provider has no phones in browsers. */
  no_browser_phone: 409,
  /** The member has no verified phone that could be rung. */
  no_own_phone: 409,
  /** Members who see masked contacts call from the browser, where no number is shown. */
  browser_only: 403,
  /** The author of a logged call changes or deletes it within a day. */
  log_kept: 409,
} as const
export const outgoingRights = {
  'calls.dial': ['Owner', 'Admin', 'Affiliate', 'Lead', 'Writer'],
  /** Change and delete calls that others logged. */
  'calls.editLogs': ['Owner', 'Admin'],
} as const

/** Calls that a member may make within a minute. */
export const DIALS_MAX = 6
/** How long the member's own phone rings, and then the lead's, in seconds. */
export const AGENT_SECONDS = 25
export const LEAD_SECONDS = 40
/** For how long the author of a logged call may change or delete it, and a deletion may be undone. */
export const LOG_UNDO_HOURS = 24
export const LOGGED_MINUTES_MAX = 600
/** How long ago a logged call may have been. */
export const LOGGED_DAYS_MAX = 90
export const CALL_NOTE_MAX = 1_000
