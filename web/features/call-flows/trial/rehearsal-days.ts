import { REHEARSAL_DAYS, type Rehearsal } from '#contract/calls/flows/call-flows.ts'
import { beginningOf, dayOf, plusDays } from '#contract/values/clock.ts'

type Span = Rehearsal['spans'][number]
export type Hole = { from: string; to: string }
export type RehearsalDay = {
  day: string
  /** Shares of the time in which phones are to ring; null: they never are on this day. */
  shares: { answered: number; hole: number } | null
}

const lengthIn = ({ from, to }: Span, begins: number, ends: number) =>
  Math.max(0, Math.min(Date.parse(to), ends) - Math.max(Date.parse(from), begins))

/** How calls are received on each day of a rehearsal. */
export function daysOf({ spans }: Rehearsal): RehearsalDay[] {
  const first = dayOf(spans[0]?.from ?? new Date())
  return Array.from({ length: REHEARSAL_DAYS }, (_, i) => {
    const day = plusDays(first, i)
    const [begins, ends] = [beginningOf(day).getTime(), beginningOf(plusDays(day, 1)).getTime()]
    const lengthOf = (state: Span['state']) =>
      spans.filter((span) => span.state === state).reduce((sum, span) => sum + lengthIn(span, begins, ends), 0)
    const [answered, hole] = [lengthOf('answered'), lengthOf('hole')]
    const open = answered + hole
    return { day, shares: open > 0 ? { answered: answered / open, hole: hole / open } : null }
  })
}

/** The holes of a rehearsal, the longest first. */
export const holesOf = ({ spans }: Rehearsal): Hole[] =>
  spans
    .filter(({ state }) => state === 'hole')
    .toSorted((a, b) => lengthOf(b) - lengthOf(a))
    .map(({ from, to }) => ({ from, to }))
const lengthOf = ({ from, to }: Span) => Date.parse(to) - Date.parse(from)
