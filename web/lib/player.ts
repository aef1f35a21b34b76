import { useSyncExternalStore } from 'react'
import { currentBusinessId } from './current.ts'
import { storage } from './storage.ts'

/** A recording that is played, and what is said of it meanwhile. */
export type Track = {
  businessId: string
  callId: string
  /** The lead's name; null: its number, or that it was withheld. */
  name: string | null
  phone: string | null
  /** Where the lead's page is. */
  leadPath: string | null
  /** Who speaks on the other side. */
  answeredBy: string | null
  startedAt: string
  /** As far as it is known before it is loaded. */
  seconds: number | null
  channels: number
}
type Player = { track: Track | null; isPlaying: boolean }

const silent: Player = { track: null, isPlaying: false }
let player = silent
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
function become(next: Player) {
  player = next
  for (const listener of listeners) listener()
}

/** What plays goes on while one moves through the product; the dock at the foot of the frame does the playing. */
export const usePlayer = () => useSyncExternalStore(subscribe, () => player)
/** Whether this very call is heard now. */
export const useIsHeard = (callId: string) =>
  useSyncExternalStore(subscribe, () => player.isPlaying && player.track?.callId === callId)

/** Plays it or, where it is the one that is played, pauses and goes on. */
export function togglePlay(track: Track) {
  const isSame = player.track?.callId === track.callId
  become({ track: isSame ? player.track : track, isPlaying: !(isSame && player.isPlaying) })
}
export const setPlaying = (isPlaying: boolean) => become({ ...player, isPlaying: isPlaying && player.track !== null })
export const stopPlaying = () => become(silent)

// Nobody's recordings are heard on after sign-out.
storage.token.subscribe(() => {
  if (!storage.token.get() && player.track) stopPlaying()
})
/** A recording belongs to a business: in another one its address could not be renewed. */
export const isOfThisBusiness = (track: Track) => track.businessId === currentBusinessId()
