/** Error codes, rights and periods of shifts, apart from their routes because every page loads them (features.ts). */
export const shiftErrors = {
  swap_not_found: 404,
  /** The swap was decided, withdrawn or accepted by another person. */
  swap_decided: 409,
  /** The partner has not accepted yet. */
  swap_not_accepted: 409,
  /** One of its shifts was changed, taken away or has begun. */
  swap_outdated: 409,
  /** One of the two would work twice at a time, or is away. */
  swap_conflict: 409,
  /** The same shift is in an open request already. */
  swap_exists: 409,
  week_not_published: 409,
  /** A day of a published week that has passed is never changed, and a week that has passed is never published. */
  day_passed: 409,
} as const

export const shiftRights = {
  /** One's own shifts: weekly hours, absences, pause and swaps. */
  'shifts.own': ['Owner', 'Admin', 'Affiliate', 'Lead', 'Writer'],
  /** Who is on shift now. */
  'shifts.now': ['Owner', 'Admin', 'Lead', 'Writer'],
  /** The shifts of the team, of others than Owner and Admin in the campaigns in which they have the right. */
  'shifts.see': ['Owner', 'Admin', 'Lead'],
  /** Everybody's shifts, publishing, and the decision on swaps. */
  'shifts.manage': ['Owner'],
} as const

export const shiftPeriods = {
  /** Past times at which a person was on shift, published weeks and requests to swap. */
  shifts: { unit: 'days', amount: 730 },
} as const
