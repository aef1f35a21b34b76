import { useOpened } from '../../../lib/use-opened.ts'

/** The call whose details are open, kept in the URL; Back closes them. */
export const useOpenCall = (callId: string | undefined) => useOpened('call', callId)
