import type { Devices } from './softphone.ts'

/** Opens a microphone; throws a DOMException where there is none or nobody may use it. */
export async function openMicrophone({ microphone }: Devices): Promise<MediaStream> {
  // Over plain http browsers have no microphones at all.
  if (!navigator.mediaDevices) throw new DOMException('Only over https', 'SecurityError')
  const audio = { echoCancellation: true, noiseSuppression: true, ...(microphone && { deviceId: microphone }) }
  return navigator.mediaDevices.getUserMedia({ audio })
}

/** Plays what comes in, through a loudspeaker of one's choice. */
export class Loudspeaker {
  readonly #audio = new Audio()

  async play(stream: MediaStream, { speaker }: Devices) {
    this.#audio.srcObject = stream
    await this.choose(speaker)
    await this.#audio.play().catch(() => undefined)
  }

  /** Not every browser lets one choose. */
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

/** The sound of a telephone; silent where the browser does not let a page that was never touched make any. */
export function startRinging(): () => void {
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
