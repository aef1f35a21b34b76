import { useEffect } from 'react'
import type { Devices } from './softphone.ts'

/** Opens a microphone; throws a DOMException if there is none or it is not allowed. */
export async function openMicrophone({ microphone }: Devices): Promise<MediaStream> {
  // Over plain http browsers offer no microphones.
  if (!navigator.mediaDevices) throw new DOMException('Only over https', 'SecurityError')
  const audio = { echoCancellation: true, noiseSuppression: true, ...(microphone && { deviceId: microphone }) }
  return navigator.mediaDevices.getUserMedia({ audio })
}

/** Plays incoming audio on the chosen speaker. */
export class Loudspeaker {
  readonly #audio = new Audio()

  async play(stream: MediaStream, { speaker }: Devices) {
    this.#audio.srcObject = stream
    await this.choose(speaker)
    await this.#audio.play().catch(() => undefined)
  }

  /** Not supported by every browser. */
  async choose(speaker: string | null) {
    if ('setSinkId' in this.#audio) await this.#audio.setSinkId(speaker ?? '').catch(() => undefined)
  }

  stop() {
    this.#audio.srcObject = null
  }
}

type Tone = { hertz: readonly number[]; seconds: number; everyMs: number; volume: number }
const RING: Tone = { hertz: [440, 480], seconds: 1.6, everyMs: 3_600, volume: 0.08 }
/** Soft and short, because the person is speaking. */
const WAITING: Tone = { hertz: [440], seconds: 0.25, everyMs: 4_000, volume: 0.03 }

/** Rings while `isRinging`. */
export const useRinging = (isRinging: boolean) => useTone(RING, isRinging)
/** The sign, during a conversation, that a caller waits. */
export const useWaitingTone = (isWaiting: boolean) => useTone(WAITING, isWaiting)

const useTone = (tone: Tone, isOn: boolean) => useEffect(() => (isOn ? repeat(tone) : undefined), [tone, isOn])

/** Silent where the browser blocks audio of a page without user interaction. */
function repeat({ hertz, seconds, everyMs, volume }: Tone): () => void {
  if (typeof AudioContext === 'undefined') return () => undefined
  const context = new AudioContext()
  const play = () => {
    const gain = context.createGain()
    const [from, to] = [context.currentTime, context.currentTime + seconds]
    gain.gain.setValueAtTime(0, from)
    gain.gain.linearRampToValueAtTime(volume, from + 0.05)
    gain.gain.setValueAtTime(volume, to - 0.05)
    gain.gain.linearRampToValueAtTime(0, to)
    gain.connect(context.destination)
    for (const frequency of hertz) {
      const tone = context.createOscillator()
      tone.frequency.value = frequency
      tone.connect(gain)
      tone.start(from)
      tone.stop(to)
    }
  }
  play()
  const timer = setInterval(play, everyMs)
  return () => {
    clearInterval(timer)
    void context.close().catch(() => undefined)
  }
}
