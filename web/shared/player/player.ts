import { useSyncExternalStore } from 'react'
import { storage } from '../../lib/storage.ts'

/** A recording in the player. */
export type Track = {
  businessId: string
  callId: string
  /** One of several recordings of the call; null: the one that lists show. */
  recordingId: string | null
  /** The lead's name; null: show the number, or that it was withheld. */
  name: string | null
  phone: string | null
  /** Path of the lead page. */
  leadPath: string | null
  /** Name of the member who answered. */
  answeredBy: string | null
  startedAt: string
  /** Length, if known before loading. */
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

/** Playback continues across pages; the dock in the layout plays. */
export const usePlayer = () => useSyncExternalStore(subscribe, () => player)
/** Tells tracks apart: the list and the call show one recording of a call as the same. */
export const keyOfTrack = ({ callId, recordingId }: Pick<Track, 'callId' | 'recordingId'>) => recordingId ?? callId
export const useIsHeard = (key: string) =>
  useSyncExternalStore(subscribe, () => player.isPlaying && player.track !== null && keyOfTrack(player.track) === key)

/** Plays the track, or toggles pause if it is the current one. */
export function togglePlay(track: Track) {
  const isSame = player.track !== null && keyOfTrack(player.track) === keyOfTrack(track)
  become({ track: isSame ? player.track : track, isPlaying: !(isSame && player.isPlaying) })
}
export const setPlaying = (isPlaying: boolean) => become({ ...player, isPlaying: isPlaying && player.track !== null })
export const stopPlaying = () => become(silent)

// Playback stops on sign-out.
storage.token.subscribe(() => {
  if (!storage.token.get() && player.track) stopPlaying()
})
