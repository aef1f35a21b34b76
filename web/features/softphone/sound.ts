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

const RING_HZ = [440, 480]
const RING_SECONDS = 1.6
const RING_EVERY_MS = 3_600

/** Rings while `isRinging`. */
export const useRinging = (isRinging: boolean) => useEffect(() => (isRinging ? startRinging() : undefined), [isRinging])

/** The ringtone; silent where the browser blocks audio of a page without user interaction. */
function startRinging(): () => void {
  if (typeof AudioContext === 'undefined') return () => undefined
  const context = new AudioContext()
  const ring = () => {
    const volume = context.createGain()
    const [from, to] = [context.currentTime, context.currentTime + RING_SECONDS]
    volume.gain.setValueAtTime(0, from)
    volume.gain.linearRampToValueAtTime(0.08, from + 0.05)
    volume.gain.setValueAtTime(0.08, to - 0.05)
    volume.gain.linearRampToValueAtTime(0, to)
    volume.connect(context.destination)
    for (const hertz of RING_HZ) {
      const tone = context.createOscillator()
      tone.frequency.value = hertz
      tone.connect(volume)
      tone.start(from)
      tone.stop(to)
    }
  }
  ring()
  const timer = setInterval(ring, RING_EVERY_MS)
  return () => {
    clearInterval(timer)
    void context.close().catch(() => undefined)
  }
}
