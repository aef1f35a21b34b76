/** How ringing for a new lead ended, apart from the routes because every page loads it (events/calls/speed-to-lead.ts). */
export const ringOutcomes = [
  /** A person took the lead. */
  'accepted',
  /** Everyone who was to be rung was rung, and no one took it. */
  'unanswered',
  /** No person of the campaign is on shift with a phone that can be rung. */
  'no_people',
  /** Those who could be rung were in calls for BUSY_SECONDS. */
  'all_busy',
  /** The lead was answered in the meantime. */
  'answered',
  /** In quiet for leads: at night, on Shabbat and on Yom Tov. */
  'quiet',
  /** Outside the opening hours of the campaign. */
  'closed',
  /** Marked "do not call". */
  'barred',
  /** The lead's phone is on the blacklist. */
  'blacklisted',
  /** The campaign has no active number to show. */
  'no_number',
  /** The lead's phone is of a kind or country that is not called, no outside minutes are left today, or the provider cannot be reached. */
  'not_callable',
  /** The campaign is paused, or the business closes. */
  'paused',
  /** Speed to lead was switched off in the meantime. */
  'off',
  /** The lead came more than LATE_MINUTES ago: the server did not run. */
  'late',
] as const
export type RingOutcome = (typeof ringOutcomes)[number]
