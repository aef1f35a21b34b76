import { dayOf, momentOf, plusDays } from '../values/clock.ts'
import type { Span } from '../working-hours/spans.ts'

/** Length of a block of the coverage strip. */
export const BLOCK_HOURS = 2

/** A span of opening hours, in ms, in which the same people are on shift. */
export type CoverageSpan = Span & { userIds: string[] }

/** Who is on shift while it is open, in order; spans with the same people are one. */
export function coverageOf(open: readonly Span[], people: readonly { userId: string; spans: readonly Span[] }[]) {
  const edges = people.flatMap(({ spans }) => spans.flatMap(({ from, to }) => [from, to]))
  const found: CoverageSpan[] = []
  for (const { from, to } of open) {
    const cuts = [...new Set([from, ...edges.filter((edge) => from < edge && edge < to), to])].sort((a, b) => a - b)
    cuts.slice(0, -1).forEach((start, i) => {
      const end = cuts[i + 1] as number
      const userIds = people
        .filter(({ spans }) => spans.some((span) => span.from <= start && end <= span.to))
        .map(({ userId }) => userId)
      const last = found.at(-1)
      if (last?.to === start && last.userIds.join() === userIds.join()) last.to = end
      else found.push({ from: start, to: end, userIds })
    })
  }
  return found
}

/** Where fewer people are on shift than needed. Holes that meet are one; `most` is the largest number of people in it. */
export function holesOf(coverage: readonly CoverageSpan[], minimum: number): (Span & { most: number })[] {
  const found: (Span & { most: number })[] = []
  for (const { from, to, userIds } of coverage) {
    if (userIds.length >= minimum) continue
    const last = found.at(-1)
    if (last?.to === from) Object.assign(last, { to, most: Math.max(last.most, userIds.length) })
    else found.push({ from, to, most: userIds.length })
  }
  return found
}

/** A block of the strip. `count`: people in its weakest minute; null: it is not open. */
export type CoverageBlock = Span & { count: number | null; userIds: string[] }

/** The strip of a day between two hours of its clock, from 8 to 18: the weakest minute of each block. */
export function blocksOf(coverage: readonly CoverageSpan[], day: string, hours: { from: number; to: number }) {
  const at = (hour: number) => momentOf(plusDays(day, Math.floor(hour / 24)), (hour % 24) * 60).getTime()
  const blocks: CoverageBlock[] = []
  for (let hour = hours.from; hour < hours.to; hour += BLOCK_HOURS) {
    const block = { from: at(hour), to: at(Math.min(hour + BLOCK_HOURS, hours.to)) }
    const within = coverage.filter(({ from, to }) => from < block.to && block.from < to)
    const weakest = within.reduce<CoverageSpan | null>(
      (least, span) => (!least || span.userIds.length < least.userIds.length ? span : least),
      null,
    )
    blocks.push({ ...block, count: weakest?.userIds.length ?? null, userIds: weakest?.userIds ?? [] })
  }
  return blocks
}

/** The hours between which the strips of these spans lie, in whole blocks, the same for all days: from 8 to 18. */
export function stripHours(coverage: readonly CoverageSpan[]): { from: number; to: number } {
  const hours = coverage.map(({ from, to }) => {
    const start = dayOf(new Date(from))
    const hourOf = (moment: number) => (moment - momentOf(start, 0).getTime()) / 3_600_000
    return { from: Math.floor(hourOf(from)), to: Math.ceil(hourOf(to)) }
  })
  if (!hours.length) return { from: 8, to: 18 }
  const from = Math.min(...hours.map((one) => one.from))
  const to = Math.min(24, Math.max(...hours.map((one) => one.to)))
  return { from, to: from + Math.ceil(Math.max(1, to - from) / BLOCK_HOURS) * BLOCK_HOURS }
}
