import { FRAME_MS } from '../legs.ts'

const CATCH_UP_FRAMES = 10

type Beat = () => void
const beats = new Set<Beat>()
let timer: NodeJS.Timeout | undefined
let due = 0

/** Calls back every 20 ms on average, from one shared clock. After a stall of the process a few beats are made up. */
export function everyFrame(beat: Beat): () => void {
  beats.add(beat)
  if (!timer) {
    due = performance.now() + FRAME_MS
    timer = setTimeout(onTime, FRAME_MS)
  }
  return () => {
    beats.delete(beat)
  }
}

function onTime() {
  const late = Math.floor((performance.now() - due) / FRAME_MS)
  if (late > CATCH_UP_FRAMES) due += (late - CATCH_UP_FRAMES) * FRAME_MS
  while (due <= performance.now()) {
    due += FRAME_MS
    for (const beat of [...beats]) beat()
  }
  timer = beats.size > 0 ? setTimeout(onTime, Math.max(1, due - performance.now())) : undefined
}

/** Passes frames on in real time; ends after the last one or on abort. */
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

/** Resolves after a while, or at once on abort. */
export function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) return done()
    const end = () => {
      clearTimeout(timeout)
      signal.removeEventListener('abort', end)
      done()
    }
    const timeout = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
}
