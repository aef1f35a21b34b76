/** Words of calls that events bear, too: apart from calls.ts, so that the first page does not bring its routes along. */

/** Specification, section 4. A call that has not ended has none yet. */
export const callStatuses = [
  'Answered',
  'Not Answered',
  'Busy',
  'Caller Canceled',
  'Not Active',
  'Blacklisted',
  'Out of Time',
  'Unknown',
] as const
export type CallStatus = (typeof callStatuses)[number]
/** Missed: a phone could have been answered and was not. Notifications and the summary use this set. */
export const missedStatuses = ['Not Answered', 'Busy', 'Caller Canceled', 'Out of Time'] as const satisfies CallStatus[]
/** No phone could have answered; left out of the answered share. */
export const unanswerableStatuses = ['Not Active', 'Blacklisted'] as const satisfies CallStatus[]

export const callDirections = ['inbound', 'outbound'] as const
export type CallDirection = (typeof callDirections)[number]
