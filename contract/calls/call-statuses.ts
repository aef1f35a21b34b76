/**
 * The call statuses are separate from calls.ts, so that the first page, whose events use them, does not load the call
 * routes.
 */

/** Final status of a call (specification, section 4). A call has no status until it ends. */
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
/** Reason and status of a call that was rejected because its caller is blacklisted (`screenCaller` on the server). */
export const SCREENED = 'blacklisted'
export const SCREENED_STATUS = 'Blacklisted'
/** Status of a call that rings no phone, by reason. */
export const blockStatuses = {
  [SCREENED]: SCREENED_STATUS,
  not_active: 'Not Active',
  out_of_time: 'Out of Time',
} as const satisfies Record<string, CallStatus>
/** Why a call rings no phone. If several reasons apply, the first one is used. */
export type Block = keyof typeof blockStatuses
/** Statuses of missed calls, for notifications and the summary: a phone could have answered and did not. */
export const missedStatuses = ['Not Answered', 'Busy', 'Caller Canceled', 'Out of Time'] as const satisfies CallStatus[]
/** Statuses of calls that no phone could have answered. The answer rate excludes them. */
export const unanswerableStatuses = ['Not Active', SCREENED_STATUS] as const satisfies CallStatus[]

export const callDirections = ['inbound', 'outbound'] as const
export type CallDirection = (typeof callDirections)[number]
