import { createContext, useContext } from 'react'

/** The number of a call or of a lead. */
export type Blocked = { callId: string; phone: string } | { leadId: string; phone: string }
export type BlockCaller = {
  /** Whether one may, in this campaign. */
  can: (campaignId: string | null) => boolean
  /** Refuses calls of the number from now on, with Undo. */
  block: (blocked: Blocked) => void
  unblock: (phone: string) => void
  isBusy: boolean
}

const Context = createContext<BlockCaller | undefined>(undefined)

/** For the feature that blocks numbers. */
export const BlockCallerProvider = Context.Provider

/** undefined: no feature blocks numbers, or the person may not in this campaign. */
export function useBlockCaller(campaignId: string | null): BlockCaller | undefined {
  const blocker = useContext(Context)
  return blocker?.can(campaignId) ? blocker : undefined
}
