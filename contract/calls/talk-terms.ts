/** Error codes and rights of holding and transferring calls, apart from their routes because every page loads them. */
export const talkErrors = {
  /** The call has ended, or another phone talks in it. */
  talk_over: 409,
  /** Another change of the talk, of another page or tab, came first. */
  talk_changed: 409,
  /** The colleague talks, is rung, or has no phone that can be rung. */
  colleague_busy: 409,
  colleague_offline: 409,
} as const
/** Transferring calls; everyone who talks can hold. */
export const talkRights = { 'calls.transfer': ['Owner', 'Admin', 'Affiliate', 'Lead', 'Writer'] } as const
