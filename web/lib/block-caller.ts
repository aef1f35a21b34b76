import { createContext, useContext } from 'react'

/** Whose number: of a call or of a lead. */
export type Blocked = { callId: string; phone: string } | { leadId: string; phone: string }
export type BlockCaller = {
  /** Puts the number on the blacklist in one touch, with an undo. */
  block: (blocked: Blocked) => void
  unblock: (phone: string) => void
  isBusy: boolean
}

const Context = createContext<BlockCaller | null>(null)

/** Done by the blacklist, for whichever screen offers it. */
export const BlockCallerProvider = Context.Provider

export function useBlockCaller(): BlockCaller {
  const blocker = useContext(Context)
  if (!blocker) throw new Error('Nobody blocks callers around this screen')
  return blocker
}
