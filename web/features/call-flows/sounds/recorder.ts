import { CALL_SOUND_SECONDS_MAX } from '#contract/calls/flows/call-flows.ts'

/** Why nothing can be recorded. */
export type MicrophoneProblem = 'denied' | 'none' | 'unsupported'
export class NoMicrophone extends Error {
  readonly reason: MicrophoneProblem

  constructor(reason: MicrophoneProblem) {
    super(reason)
    this.reason = reason
  }
}

export type Recording = { stop: () => Promise<Blob>; cancel: () => void }
/** `level`: loudness, 0 to 1. */
type Heard = (now: { level: number; seconds: number }) => void
const REPORT_MS = 100
const LOUDEST = 255

/** Records the microphone until it is stopped, or as long as a sound may be; reports how loud it is. */
export async function record(onHeard: Heard, onFull: () => void): Promise<Recording> {
  if (!('MediaRecorder' in window) || !navigator.mediaDevices) throw new NoMicrophone('unsupported')
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true }).catch((error: DOMException) => {
    throw new NoMicrophone(error.name === 'NotAllowedError' ? 'denied' : 'none')
  })
  const recorder = new MediaRecorder(stream)
  const pieces: Blob[] = []
  recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data))
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  context.createMediaStreamSource(stream).connect(analyser)
  const levels = new Uint8Array(analyser.frequencyBinCount)
  const started = performance.now()
  const timer = setInterval(() => {
    analyser.getByteFrequencyData(levels)
    const seconds = (performance.now() - started) / 1_000
    onHeard({ level: Math.max(...levels) / LOUDEST, seconds })
    if (seconds >= CALL_SOUND_SECONDS_MAX - 1) onFull()
  }, REPORT_MS)
  const end = () => {
    clearInterval(timer)
    for (const track of stream.getTracks()) track.stop()
    void context.close()
  }
  recorder.start()
  return {
    stop: () =>
      new Promise((done) => {
        recorder.addEventListener('stop', () => done(new Blob(pieces, { type: recorder.mimeType })), { once: true })
        if (recorder.state !== 'inactive') recorder.stop()
        end()
      }),
    cancel: () => {
      if (recorder.state !== 'inactive') recorder.stop()
      end()
    },
  }
}
