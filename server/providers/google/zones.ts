const formats = new Map<string, Intl.DateTimeFormat>()
function formatOf(zone: string) {
  const known = formats.get(zone)
  if (known) return known
  const options = { dateStyle: 'short', timeStyle: 'medium' } as const
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, ...options })
  formats.set(zone, made)
  return made
}
/** How far the clock of a time zone is ahead of UTC at a moment, in milliseconds. */
const aheadBy = (zone: string, at: number) => Date.parse(`${formatOf(zone).format(at).replace(' ', 'T')}Z`) - at

/**
 * The moment at which the clock of a time zone shows this time, `2026-11-29T00:00:00`. Of a time that occurs twice it is the
 * first; one that the clock skips is later by the length of the skip.
 */
export function zonedInstant(wall: string, zone: string): number {
  const asUtc = Date.parse(`${wall}Z`)
  if (Number.isNaN(asUtc)) return Number.NaN
  const guesses = [asUtc - 86_400_000, asUtc + 86_400_000].map((at) => asUtc - aheadBy(zone, at))
  const exact = guesses.filter((at) => at + aheadBy(zone, at) === asUtc)
  return exact.length ? Math.min(...exact) : Math.max(...guesses)
}
