/** Keys by RFC 4733 event code. The packets of one key press share a timestamp; the end packet is sent three times. */
export const KEYS = '0123456789*#ABCD'

const END = 0x80
const VOLUME = 10
const STEP_SAMPLES = 160
const PRESS_STEPS = 8
const END_REPEATS = 3
/** Silence between two keys, in steps of 20 ms. */
const GAP_STEPS = 4

/** Reports each key press once, although its packets are repeated and some may be lost. */
export class DigitReader {
  #pressed: number | undefined

  /** Returns the key at the first packet of a key press. All packets of the press have the same `timestamp`. */
  read(payload: Uint8Array, timestamp: number): string | undefined {
    const key = KEYS[payload[0] ?? 255]
    if (payload.length < 4 || key === undefined || this.#pressed === timestamp) return undefined
    this.#pressed = timestamp
    return key
  }
}

export type DigitStep = { payload: Buffer; marker: boolean; press: number } | undefined

/**
 * Yields steps of 20 ms that press these keys; undefined is a silent step. Characters that are not keys are skipped.
 */
export function* digitSteps(digits: string): Generator<DigitStep> {
  let press = 0
  for (const digit of digits.toUpperCase()) {
    const event = KEYS.indexOf(digit)
    if (event < 0) continue
    press++
    for (let step = 1; step <= PRESS_STEPS + END_REPEATS; step++) {
      const ended = step > PRESS_STEPS
      const payload = Buffer.from([event, ended ? END | VOLUME : VOLUME, 0, 0])
      payload.writeUInt16BE(Math.min(step, PRESS_STEPS + 1) * STEP_SAMPLES, 2)
      yield { payload, marker: step === 1, press }
    }
    for (let step = 0; step < GAP_STEPS; step++) yield undefined
  }
}
