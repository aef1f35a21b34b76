import { readWav, toTelephone } from './wav.ts'

const FETCH_MS = 10_000
const BYTES_MAX = 16_777_216
const KEPT_BYTES_MAX = 67_108_864

type Kept = { samples: Int16Array; until: number }

/** Sound files at web addresses. As the vendor does, one is kept as long as its server allows. */
export class SoundFiles {
  readonly #kept = new Map<string, Kept>()

  /** The samples of a WAV file, or why there are none. */
  async find(address: string): Promise<Int16Array | string> {
    const kept = this.#kept.get(address)
    if (kept && kept.until > Date.now()) return kept.samples
    try {
      const response = await fetch(address, { signal: AbortSignal.timeout(FETCH_MS) })
      if (!response.ok) return `HTTP ${response.status}`
      const file = await readAtMost(response, BYTES_MAX)
      const sound = file && readWav(file)
      if (!sound) return file ? 'not a WAV file of 8 or 16 bits' : 'too large'
      const samples = toTelephone(sound)
      this.#keep(address, { samples, until: Date.now() + keptMs(response.headers.get('cache-control') ?? '') })
      return samples
    } catch (error) {
      return (error as Error).message
    }
  }

  /** The files that were fetched first make room. */
  #keep(address: string, kept: Kept) {
    this.#kept.delete(address)
    if (kept.until <= Date.now()) return
    this.#kept.set(address, kept)
    let bytes = [...this.#kept.values()].reduce((sum, { samples }) => sum + samples.byteLength, 0)
    for (const [oldest, { samples }] of this.#kept) {
      if (bytes <= KEPT_BYTES_MAX) return
      bytes -= samples.byteLength
      this.#kept.delete(oldest)
    }
  }
}

const keptMs = (control: string) =>
  /no-(?:store|cache)/.test(control) ? 0 : 1_000 * Number(/max-age=(\d{1,9})/.exec(control)?.[1] ?? 0)

/** Undefined: the body is longer. Reading stops there. */
async function readAtMost(response: Response, most: number): Promise<Buffer | undefined> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of response.body ?? []) {
    length += piece.length
    if (length > most) return undefined
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
