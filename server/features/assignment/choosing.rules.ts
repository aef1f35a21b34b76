import type { AssignmentRule } from '#contract/leads/assignment/assignment-shapes.ts'
import type { AssignmentReason } from '#contract/leads/assignment/terms.ts'

/** A person to whom leads of the campaign may be assigned. */
export type Candidate = {
  userId: string
  isOnShift: boolean
  /** Their open leads, and the most that rules may give them; null: any number. */
  open: number
  capacity: number | null
  /** What the choices so far left them (`turnOf`), and when they were last chosen in this campaign. */
  credit: number
  lastAt: string | null
}
export type Choice = {
  userId: string
  reason: AssignmentReason
  /** Credits of all whose turn it could have been; absent if it was no one's turn. */
  credits?: { userId: string; credit: number }[]
}
type Asked = {
  candidates: readonly Candidate[]
  /** People whom this phone or e-mail knows, the last first. */
  known: readonly string[]
  /** People who are not to get it. */
  without: readonly (string | null)[]
}

/** Whether the rule may give the person one more lead now. */
export const isFree = ({ onShiftOnly }: Pick<AssignmentRule, 'onShiftOnly'>, person: Candidate) =>
  (!onShiftOnly || person.isOnShift) && (person.capacity === null || person.open < person.capacity)

/** The person who gets the lead by the rule; undefined: none is free. */
export function choose(rule: AssignmentRule, { candidates, known, without }: Asked): Choice | undefined {
  if (rule.mode === 'none') return undefined
  const byId = new Map(candidates.map((one) => [one.userId, one]))
  const freeOf = (userId: string) => {
    const one = byId.get(userId)
    return one && isFree(rule, one) && !without.includes(userId) ? [one] : []
  }
  const [familiar] = rule.knownFirst ? known.flatMap(freeOf) : []
  if (familiar) return { userId: familiar.userId, reason: 'known' }
  const free = rule.members.flatMap(({ userId, weight }) => freeOf(userId).map((one) => ({ ...one, weight })))
  if (rule.mode === 'fewestOpen') return fewest(free)
  return turnOf(
    free.map((one) => ({ ...one, weight: rule.mode === 'weighted' ? one.weight : 1 })),
    rule.mode,
  )
}

const timeOf = (at: string | null) => (at === null ? Number.NEGATIVE_INFINITY : Date.parse(at))
function fewest(free: readonly Candidate[]): Choice | undefined {
  const [first, ...others] = free
  if (!first) return undefined
  const isBefore = (a: Candidate, b: Candidate) =>
    a.open < b.open || (a.open === b.open && timeOf(a.lastAt) < timeOf(b.lastAt))
  const { userId } = others.reduce((least, one) => (isBefore(one, least) ? one : least), first)
  return { userId, reason: 'fewestOpen' }
}

/**
 * Smooth weighted turns: each choice adds their weight to the credit of all who are free, the highest credit is chosen, and the
 * sum of the weights is taken from it. With weights of 3 and 1: first, first, second, first. Equal weights alternate. Those who
 * are not free gain nothing, so they have no turns to catch up on.
 */
function turnOf(
  free: readonly (Candidate & { weight: number })[],
  reason: 'roundRobin' | 'weighted',
): Choice | undefined {
  const raised = free.map(({ userId, credit, weight }) => ({ userId, credit: credit + weight }))
  const [first, ...others] = raised
  if (!first) return undefined
  const chosen = others.reduce((most, one) => (one.credit > most.credit ? one : most), first)
  const sum = free.reduce((total, { weight }) => total + weight, 0)
  const credits = raised.map((one) => (one === chosen ? { ...one, credit: one.credit - sum } : one))
  return { userId: chosen.userId, reason, credits }
}
