/** Deterministic random numbers (mulberry32). */
export function makeRandom(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    /** From 0 up to 1. */
    next,
    int: (min: number, max: number) => min + Math.floor(next() * (max - min + 1)),
    chance: (share: number) => next() < share,
    pick: <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)] as T,
    /** A random key, weighted. */
    weighted<K extends string>(weights: Partial<Record<K, number>>): K {
      const all = Object.entries(weights) as [K, number][]
      let rest = next() * all.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [key, weight] of all) {
        rest -= weight
        if (rest < 0) return key
      }
      return all[0]?.[0] as K
    },
    /** Letters as click ids have them. */
    letters: (length: number) => Array.from({ length }, () => LETTERS[Math.floor(next() * LETTERS.length)]).join(''),
  }
}
export type Random = ReturnType<typeof makeRandom>

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
