const ofBusiness =
  <Parts extends readonly string[]>(name: string, ...parts: Parts) =>
  (businessId: string) =>
    [name, businessId, ...parts] as const

/**
 * Query keys that several places read or invalidate: kind, business, details. Features extend them; keys used by one
 * feature only are in its `*.api.ts`.
 */
export const queryKeys = {
  session: ['session'],
  notifications: ['notifications'],
  /** The business with its statuses, as pages of leads use it. */
  business: ofBusiness('business'),
  calls: ofBusiness('calls'),
  callDetails: ofBusiness('calls', 'one'),
  lastCalls: ofBusiness('calls', 'last-of-leads'),
  campaigns: ofBusiness('campaigns'),
  campaignNames: ofBusiness('campaigns', 'names'),
  campaignPeople: ofBusiness('campaigns', 'people'),
  campaignSearch: ofBusiness('campaigns', 'search'),
  followUps: ofBusiness('follow-ups'),
  leadFields: ofBusiness('lead-fields'),
  leads: ofBusiness('leads'),
  numbers: ofBusiness('numbers'),
  firstSteps: ofBusiness('first-steps'),
  numbersOfCalls: ofBusiness('numbers', 'of-calls'),
  savedViewsOfLeads: ofBusiness('saved-views', 'leads'),
  savedViewsOfCalls: ofBusiness('saved-views', 'calls'),
  softphone: ofBusiness('softphone'),
  statuses: ofBusiness('statuses'),
  waitingList: ofBusiness('waiting-list'),
} as const
