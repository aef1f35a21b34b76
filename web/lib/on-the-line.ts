import { useEffect } from 'react'
import { isMasked, maskPhone } from '#contract/values/masks.ts'
import { storage, useStored } from './storage.ts'

/** The peer of the call in a window of this browser, and whether they talk; shared by all windows. */
type Line = { peer: string; isTalking: boolean }

const lineOf = (text: string | null): Line | null => {
  const [peer, state] = text?.split(' ') ?? []
  return peer ? { peer, isTalking: state === 'talking' } : null
}
const useLine = () => lineOf(useStored(storage.phoneCall)[0])

let talksHere = false
/** Whether this window's softphone is in a call. */
export const isTalkingHere = () => talksHere

/** Publishes this window's call to all windows. */
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

/** Whether a softphone in this browser is in a call. */
export const useIsTalking = () => useLine()?.isTalking ?? false

/** Whether this lead is on the line; its contacts may be masked. */
export function useIsOnTheLine(phone: string | null) {
  const line = useLine()
  return line !== null && phone !== null && (isMasked(phone) ? maskPhone(line.peer) : line.peer) === phone
}

/** The call that this window asked for and whose ringing it answers by itself, by the id that it made for it. */
let asked: string | null = null
/** Makes the id of a call that this window asks for. */
export function askForCall(): string {
  asked = crypto.randomUUID()
  return asked
}
/** Whether this window asked for the call; the calls of other windows ring only there. */
export const isAskedHere = (tab: string | undefined) => tab !== undefined && tab === asked

let isReady = false
/** Whether this window has a phone that can be rung. */
export const isPhoneReady = () => isReady

/** Waits until this window's phone can be rung, at most this long: perhaps it has none, or is in a call. */
export async function phoneReady(limitMs: number) {
  const until = Date.now() + limitMs
  while (!isReady && Date.now() < until) await new Promise((wake) => setTimeout(wake, READY_CHECK_MS))
}
const READY_CHECK_MS = 200

/** Publishes whether this window's phone can be rung. */
export function useTellPhone(ready: boolean) {
  useEffect(() => {
    isReady = ready
    return () => {
      isReady = false
    }
  }, [ready])
}
