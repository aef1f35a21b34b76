/** Error codes and rights of call flows, apart from their routes because every page loads them (features.ts). */
export const callFlowErrors = {
  call_flow_not_found: 404,
  call_flow_full: 409,
  /** A number, or a step of another flow, uses it. */
  call_flow_used: 409,
  /** It has problems; they are in the reply to GET. */
  call_flow_incomplete: 409,
  /** There is no draft to publish. */
  call_flow_no_draft: 409,
  call_sound_not_found: 404,
  call_sound_full: 409,
  /** A draft or a published flow plays it. */
  call_sound_used: 409,
  /** It is not a WAV file of 8 kHz, 16 bits, one channel, or is too long. */
  call_sound_unreadable: 400,
} as const
/**
 * Owners and Admins edit all flows; Affiliates and Leads those all of whose numbers belong to campaigns in which they
 * have the right, and their own that no number uses.
 */
export const callFlowRights = { 'call_flows.edit': ['Owner', 'Admin', 'Affiliate', 'Lead'] } as const
