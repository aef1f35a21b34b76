import { createContext, useContext } from 'react'

/** The number of a call or of a lead. */
export type Blocked = { callId: string; phone: string } | { leadId: string; phone: string }
export type BlockCaller = {
  /** Adds the number to the blacklist, with Undo. */
  block: (blocked: Blocked) => void
  unblock: (phone: string) => void
  isBusy: boolean
}

const Context = createContext<BlockCaller | null>(null)

/** Provided by the blacklist feature, used by calls and leads. */
export const BlockCallerProvider = Context.Provider

export function useBlockCaller(): BlockCaller {
  const blocker = useContext(Context)
  if (!blocker) throw new Error('BlockCallerProvider is missing')
  return blocker
}
