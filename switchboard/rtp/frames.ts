import { FRAME_SAMPLES } from '../legs.ts'

/** Repackages packets of any length (phones send 10, 20, 30 or 60 ms) into frames of 20 ms. */
export class Framer {
  readonly #frame = new Int16Array(FRAME_SAMPLES)
  #filled = 0
  #start = 0

  /** Returns the completed frames, each with the position of its first sample. */
  push(samples: Int16Array, at: number): { frame: Int16Array; at: number }[] {
    const whole: { frame: Int16Array; at: number }[] = []
    if (this.#filled > 0 && this.#start + this.#filled !== at) this.#filled = 0
    for (let from = 0; from < samples.length; ) {
      if (this.#filled === 0) this.#start = at + from
      const piece = samples.subarray(from, from + FRAME_SAMPLES - this.#filled)
      this.#frame.set(piece, this.#filled)
      this.#filled += piece.length
      from += piece.length
      if (this.#filled < FRAME_SAMPLES) continue
      whole.push({ frame: this.#frame.slice(), at: this.#start })
      this.#filled = 0
    }
    return whole
  }
}
