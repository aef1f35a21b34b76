import type { CallStatus } from '#contract/call-statuses.ts'
import type { CallReason } from '#contract/calls.ts'
import { type CallFacts, isBridged, outcomeOf, type Step } from './call-facts.rules.ts'

/** Providers' clocks tick in seconds. */
const CLOCK_TOLERANCE_MS = 1_500

export type Decided = { status: CallStatus | null; reason: CallReason | 'in_progress' }

const BLOCKED = { blacklisted: 'Blacklisted', not_active: 'Not Active', out_of_time: 'Out of Time' } as const

/**
 * The specification's status of a call. It follows from the facts alone, and does not depend on what a provider calls a
 * caller's hang-up (canceled, no-answer, or nothing at all): time tells them apart.
 */
export function decideCallStatus(facts: CallFacts): Decided {
  const { plan, steps, parent, lostAt } = facts
  if (plan?.block) return { status: BLOCKED[plan.block], reason: plan.block }
  if (steps.some((step) => isBridged(step, plan?.screening ?? false))) return { status: 'Answered', reason: 'bridged' }
  if (lostAt !== null && !parent) return { status: 'Unknown', reason: 'no_final_event' }
  if (!parent) return { status: null, reason: 'in_progress' }
  const last = steps.at(-1)
  if (!last)
    return plan?.steps.length
      ? { status: 'Caller Canceled', reason: 'left_before_dial' }
      : { status: 'Unknown', reason: 'no_dial' }
  if (callerLeft(last, parent.at)) return { status: 'Caller Canceled', reason: 'hangup_while_ringing' }
  return withoutAnswer(steps)
}

/** Whether the caller hung up while the phones of the last step rang, before these were to stop. */
function callerLeft(last: Step, endedAt: number): boolean {
  const outcome = outcomeOf(last)
  if (outcome === 'canceled') return true
  if (last.done && !last.done.callerGone) return false
  if (outcome !== null && outcome !== 'no-answer') return false
  const startedAt = Math.min(...last.legs.map((leg) => leg.startedAt), last.done?.at ?? endedAt)
  const stopped = last.legs.flatMap((leg) => leg.endedAt ?? [])
  const until = stopped.length ? Math.max(...stopped) : (last.done?.at ?? endedAt)
  return until - startedAt < last.seconds * 1_000 - CLOCK_TOLERANCE_MS
}

function withoutAnswer(steps: Step[]): Decided {
  const outcomes = steps.map(outcomeOf)
  const wasAnswered = steps.some(({ legs }) => legs.some((leg) => leg.answeredAt !== null))
  if (outcomes.every((outcome) => outcome === 'busy')) return { status: 'Busy', reason: 'all_busy' }
  if (wasAnswered || outcomes.some((outcome) => outcome === 'no-answer' || outcome === 'busy'))
    return { status: 'Not Answered', reason: 'rang_out' }
  const rang = steps.some(({ legs }) => legs.some((leg) => leg.ringingAt !== null))
  if (outcomes.every((outcome) => outcome === 'failed'))
    return rang
      ? { status: 'Not Answered', reason: 'failed_after_ring' }
      : { status: 'Unknown', reason: 'route_failed' }
  return { status: 'Unknown', reason: 'inconsistent' }
}

/** Whether nothing more is to be expected: the caller's leg has ended, and so has what rang. */
export function isSettled({ plan, steps, parent, waited, lostAt }: CallFacts): boolean {
  if (plan?.closing.kind === 'reject' && plan.block) return true
  if (lostAt !== null) return true
  if (!parent) return false
  const last = steps.at(-1)
  if (waited) return true
  // Reports of phones may come behind the caller's own.
  if (!last) return plan !== null && plan.steps.length === 0
  return last.done !== null || (last.legs.length > 0 && last.legs.every((leg) => leg.outcome))
}
