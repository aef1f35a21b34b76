/** Apart from calls.ts, so that the first page, whose events use these, does not load the routes of calls. */

/** Specification, section 4. Null until the call has ended. */
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
/** Reason and status of a call whose caller was screened out (`screenCaller` on the server). */
export const SCREENED = 'blacklisted'
export const SCREENED_STATUS = 'Blacklisted'
/** Statuses of calls that ring no phone, by the reason. */
export const blockStatuses = {
  [SCREENED]: SCREENED_STATUS,
  not_active: 'Not Active',
  out_of_time: 'Out of Time',
} as const satisfies Record<string, CallStatus>
/** Why a call rings no phone; the first reason that applies. */
export type Block = keyof typeof blockStatuses
/** Missed: a phone could have answered and did not. Used by notifications and the summary. */
export const missedStatuses = ['Not Answered', 'Busy', 'Caller Canceled', 'Out of Time'] as const satisfies CallStatus[]
/** No phone could have answered; excluded from the answer rate. */
export const unanswerableStatuses = ['Not Active', SCREENED_STATUS] as const satisfies CallStatus[]

export const callDirections = ['inbound', 'outbound'] as const
export type CallDirection = (typeof callDirections)[number]
