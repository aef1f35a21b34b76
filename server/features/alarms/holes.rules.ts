import { dayOf, minuteAt, momentOf, plusDays } from '#contract/values/clock.ts'

/** Holes that begin within this time are said. */
export const HOLE_DAYS = 14
/** What is shorter arises where two shifts do not quite meet. */
const HOLE_MINUTES_MIN = 15

/** A time at which a number is open and rings no one; both ends are moments in ISO 8601. */
export type Hole = { from: string; to: string }
type Span = readonly [number, number]

const weekLater = (at: number) => momentOf(plusDays(dayOf(new Date(at)), 7), minuteAt(new Date(at))).getTime()
const without = (spans: readonly Span[], [from, to]: Span): Span[] =>
  spans.flatMap(([a, b]): Span[] => {
    const [before, after]: [Span, Span] = [
      [a, Math.min(b, from)],
      [Math.max(a, to), b],
    ]
    return [before, after].filter(([start, end]) => end > start)
  })

/**
 * Holes with a part outside those that are known, and outside a week after each of them: a gap that weekly hours leave each
 * Friday is said once, not each week. `until`: parts that begin later are not yet looked at.
 */
export function newHoles(holes: readonly Hole[], known: readonly Hole[], until: Date): Hole[] {
  const spans = known.map(({ from, to }): Span => [Date.parse(from), Date.parse(to)])
  const covered = [...spans, ...spans.map(([from, to]): Span => [weekLater(from), weekLater(to)])]
  return holes.filter(({ from, to }) =>
    covered
      .reduce<Span[]>(without, [[Date.parse(from), Date.parse(to)]])
      .some(([a, b]) => b - a >= HOLE_MINUTES_MIN * 60_000 && a < until.getTime()),
  )
}
