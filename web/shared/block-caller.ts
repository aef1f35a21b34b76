import { type ComponentType, createContext, useContext } from 'react'
import type { CallDetails } from '#contract/calls/calls.ts'

/** The number of a call or of a lead. */
export type Blocked = { callId: string; phone: string } | { leadId: string; phone: string }
export type BlockCaller = {
  /** Whether the user may block callers in this campaign. */
  can: (campaignId: string | null) => boolean
  /** Blocks the number, with Undo. */
  block: (blocked: Blocked) => void
  unblock: (phone: string) => void
  isBusy: boolean
  /** The button of a call's page. */
  CallAction: ComponentType<{ call: CallDetails; phone: string }>
}

const Context = createContext<BlockCaller | undefined>(undefined)

/** Set by the feature that blocks numbers. */
export const BlockCallerProvider = Context.Provider

/** undefined: not available, or the user may not block in this campaign. */
export function useBlockCaller(campaignId: string | null): BlockCaller | undefined {
  const blocker = useContext(Context)
  return blocker?.can(campaignId) ? blocker : undefined
}
