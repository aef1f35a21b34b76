import { clock } from '../clock.ts'
import { FRAME_MS } from '../legs.ts'

const CATCH_UP_FRAMES = 10

type Beat = () => void
const beats = new Set<Beat>()
let timer: NodeJS.Timeout | undefined
let due = 0

/**
 * Calls back every 20 ms on average, from one shared timer. After the process was blocked, a few missed calls are made
 * up.
 */
export function everyFrame(beat: Beat): () => void {
  beats.add(beat)
  if (!timer) {
    due = clock.ticks() + FRAME_MS
    timer = clock.after(FRAME_MS, onTime)
  }
  return () => {
    beats.delete(beat)
  }
}

function onTime() {
  const late = Math.floor((clock.ticks() - due) / FRAME_MS)
  const lost = late - CATCH_UP_FRAMES * clock.speed
  if (lost > 0) due += lost * FRAME_MS
  while (due <= clock.ticks()) {
    due += FRAME_MS
    for (const beat of [...beats]) beat()
  }
  timer = beats.size > 0 ? clock.after(Math.max(1, due - clock.ticks()), onTime) : undefined
}

/** Passes frames on in real time. Resolves after the last one, or on abort. */
export function playFrames(
  frames: Iterable<Int16Array>,
  send: (frame: Int16Array) => void,
  signal: AbortSignal,
): Promise<void> {
  const iterator = frames[Symbol.iterator]()
  return new Promise((done) => {
    if (signal.aborted) return done()
    const end = () => {
      stop()
      signal.removeEventListener('abort', end)
      done()
    }
    const stop = everyFrame(() => {
      const next = iterator.next()
      if (next.done) end()
      else send(next.value)
    })
    signal.addEventListener('abort', end)
  })
}

/** Resolves after this many milliseconds, or at once on abort. */
export function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) return done()
    const end = () => {
      clearTimeout(timeout)
      signal.removeEventListener('abort', end)
      done()
    }
    const timeout = clock.after(ms, end)
    signal.addEventListener('abort', end)
  })
}
