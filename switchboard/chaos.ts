/**
 * Faults that a test may inject, for the whole process. Requests for instructions are only delayed; status callbacks
 * are subject to all faults.
 */
export type Chaos = {
  /** Number of extra copies of each callback. */
  duplicate: number
  /** Maximum random delay of a callback, in milliseconds; it makes callbacks overtake each other. */
  reorderMs: number
  /** Delay of every callback, in milliseconds. */
  delayMs: number
  /** Share of callbacks, 0 to 1, that are never sent. */
  drop: number
  /** Delay before every webhook, including requests for instructions, in milliseconds. */
  slowMs: number
}

export const CALM: Chaos = { duplicate: 0, reorderMs: 0, delayMs: 0, drop: 0, slowMs: 0 }

/** Reads new settings; omitted faults are off. Returns undefined if a setting is not a valid number. */
export function readChaos(given: Record<string, unknown>): Chaos | undefined {
  const chaos = { ...CALM }
  for (const [name, value] of Object.entries(given)) {
    if (!(name in chaos) || typeof value !== 'number' || !(value >= 0)) return undefined
    chaos[name as keyof Chaos] = value
  }
  return chaos.drop <= 1 ? chaos : undefined
}
