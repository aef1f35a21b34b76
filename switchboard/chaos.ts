/** Faults that a test may switch on, for this process as a whole. Instructions are only slowed; callbacks suffer them all. */
export type Chaos = {
  /** Each callback goes out this many times more. */
  duplicate: number
  /** Callbacks wait a random time up to this long, so that they overtake each other. */
  reorderMs: number
  /** Every callback waits this long. */
  delayMs: number
  /** The share of callbacks, 0 to 1, that never goes out. */
  drop: number
  /** Before each webhook, instructions too. */
  slowMs: number
}

export const CALM: Chaos = { duplicate: 0, reorderMs: 0, delayMs: 0, drop: 0, slowMs: 0 }

/** Reads new settings; what is not named falls back to calm. Undefined when one is not a number that makes sense. */
export function readChaos(given: Record<string, unknown>): Chaos | undefined {
  const chaos = { ...CALM }
  for (const [name, value] of Object.entries(given)) {
    if (!(name in chaos) || typeof value !== 'number' || !(value >= 0)) return undefined
    chaos[name as keyof Chaos] = value
  }
  return chaos.drop <= 1 ? chaos : undefined
}
