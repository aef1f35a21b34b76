import { useEffect } from 'react'
import { isMasked, maskPhone } from '#contract/values/masks.ts'
import { storage, useStored } from './storage.ts'

/** Who is on the phone of a window of this browser, and whether they talk; all windows know. */
type Line = { peer: string; isTalking: boolean }

const lineOf = (text: string | null): Line | null => {
  const [peer, state] = text?.split(' ') ?? []
  return peer ? { peer, isTalking: state === 'talking' } : null
}
const useLine = () => lineOf(useStored(storage.phoneCall)[0])

let talksHere = false
/** Whether this window's own phone is in a call. */
export const isTalkingHere = () => talksHere

/** Tells all windows of the call of this one's phone. */
export function useTellLine(peer: string | null, isTalking: boolean) {
  useEffect(() => {
    talksHere = isTalking
    storage.phoneCall.set(peer && `${peer} ${isTalking ? 'talking' : 'ringing'}`)
    return () => {
      talksHere = false
      storage.phoneCall.set(null)
    }
  }, [peer, isTalking])
}

/** Whether a phone in this browser is in a call. */
export const useIsTalking = () => useLine()?.isTalking ?? false

/** Whether this lead is on the phone; its contacts may be masked. */
export function useIsOnTheLine(phone: string | null) {
  const line = useLine()
  return line !== null && phone !== null && (isMasked(phone) ? maskPhone(line.peer) : line.peer) === phone
}
