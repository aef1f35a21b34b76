import { useEffect, useSyncExternalStore } from 'react'
import { keyOfTrack, setPlaying, type Track } from '../../../shared/player/player.ts'
import { recordingLink } from '../calls.api.ts'
import { Engine } from './engine.ts'

/** Kept outside React: playback continues while a change of language rebuilds the page. */
let open: { key: string; engine: Engine } | undefined

function engineOf(track: Track) {
  const { callId, recordingId, seconds, channels } = track
  const key = keyOfTrack(track)
  if (open?.key === key) return open.engine
  open?.engine.close()
  const askLink = (renews?: string) =>
    recordingLink(callId, { ...(renews && { renews }), ...(recordingId && { recordingId }) })
  open = { key, engine: new Engine({ askLink, seconds, channels, onEnd: () => setPlaying(false) }) }
  return open.engine
}

export function closeEngine() {
  open?.engine.close()
  open = undefined
}

/** The engine of the current track, kept playing or paused. */
export function useEngine(track: Track, isPlaying: boolean) {
  const engine = engineOf(track)
  const sound = useSyncExternalStore(engine.subscribe, engine.get)
  useEffect(() => {
    if (isPlaying) engine.play()
    else engine.pause()
  }, [engine, isPlaying])
  return { engine, sound }
}
