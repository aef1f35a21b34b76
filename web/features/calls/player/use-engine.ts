import { useEffect, useSyncExternalStore } from 'react'
import { setPlaying, type Track } from '../../../shared/player/player.ts'
import { recordingLink } from '../calls.api.ts'
import { Engine } from './engine.ts'

/** Kept outside React: playback continues while a change of language rebuilds the page. */
let open: { callId: string; engine: Engine } | undefined

function engineOf({ callId, seconds, channels }: Track) {
  if (open?.callId === callId) return open.engine
  open?.engine.close()
  const askLink = (renews?: string) => recordingLink(callId, renews ? { renews } : {})
  open = { callId, engine: new Engine({ askLink, seconds, channels, onEnd: () => setPlaying(false) }) }
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
