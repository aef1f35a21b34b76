import { FRAME_SAMPLES } from '../legs.ts'

/** Frames that are collected before a voice is heard, so that it does not break off when one comes late. */
const AHEAD = 2
const FRAMES_MAX = 10

type Voice = { frames: Int16Array[]; isHeard: boolean }

/** What one call of a conference hears: the sum of the other voices, one frame at a time. */
export class Mixer {
  readonly #voices = new Map<object, Voice>()

  hear(from: object, frame: Int16Array): void {
    const voice = this.#voices.get(from) ?? { frames: [], isHeard: false }
    this.#voices.set(from, voice)
    voice.frames.push(frame)
    if (voice.frames.length > FRAMES_MAX) voice.frames.shift()
    if (voice.frames.length >= AHEAD) voice.isHeard = true
  }

  forget(from: object): void {
    this.#voices.delete(from)
  }

  /** The next frame; undefined if no voice is heard. */
  next(): Int16Array | undefined {
    const frames = [...this.#voices.values()].flatMap((voice) => (voice.isHeard ? (take(voice) ?? []) : []))
    const [first, ...others] = frames
    if (!first || others.length === 0) return first
    return Int16Array.from({ length: FRAME_SAMPLES }, (_, i) => {
      const sum = frames.reduce((total, frame) => total + (frame[i] ?? 0), 0)
      return Math.max(-32_768, Math.min(32_767, sum))
    })
  }
}

function take(voice: Voice): Int16Array | undefined {
  const frame = voice.frames.shift()
  if (!frame) voice.isHeard = false
  return frame
}
