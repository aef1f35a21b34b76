import { blockStatuses, type CallStatus } from '#contract/calls/call-statuses.ts'
import type { CallReason } from '#contract/calls/calls.ts'
import type { Plan, PlannedLeg } from '../../numbers/routing.rules.ts'
import { type CallFacts, isBridged, type Leg, outcomeOf, type Step } from './call-facts.rules.ts'
import type { End } from './call-reports.rules.ts'

/** Providers report whole seconds. */
const CLOCK_TOLERANCE_MS = 1_500
const CHARACTERS_A_SECOND = 15

export type Decided = { status: CallStatus | null; reason: CallReason | 'in_progress' }

/**
 * The specification's status of a call, from the facts alone. Providers name a caller's hang-up differently (canceled,
 * no-answer, or not at all), so it is recognised by time.
 */
export function decideCallStatus(facts: CallFacts): Decided {
  const { plan, steps, parent, lostAt } = facts
  const spoken = steps.filter(isBridged)
  if (spoken.length && isLeftAlone(facts)) return { status: 'Answered', reason: 'left_in_transfer' }
  if (spoken.length) {
    const isCutOff = plan?.cutOff !== undefined && spoken.every(({ step }) => step <= (plan.cutOff ?? 0))
    return { status: 'Answered', reason: isCutOff ? 'cut_off' : 'bridged' }
  }
  if (plan?.callbackAsked) return { status: 'Not Answered', reason: 'callback_asked' }
  if (plan?.block) return { status: blockStatuses[plan.block], reason: plan.block }
  if (lostAt !== null && !parent) return { status: 'Unknown', reason: 'no_final_event' }
  if (!parent) return { status: null, reason: 'in_progress' }
  const last = steps.at(-1)
  if (!last) return plan?.outgoing ? withoutLead(plan.outgoing, parent.outcome) : withoutDial(plan)
  if (callerLeft(last, parent.at)) return { status: 'Caller Canceled', reason: 'hangup_while_ringing' }
  // The steps have rung, and the call was in a menu or waited.
  if (plan?.flow) return { status: 'Caller Canceled', reason: 'hangup_while_waiting' }
  return withoutAnswer(facts)
}

/** Whether the caller was on hold at the end, or no one answered to whom the caller was transferred. */
function isLeftAlone({ plan, steps, parent }: CallFacts): boolean {
  const talk = plan?.talk
  if (!talk || !parent || talk.state === 'talking') return false
  if (talk.state === 'held' || talk.state === 'consulting') return true
  return !steps.some((step) => step.step > talk.step && isBridged(step))
}

function withoutDial(plan: Plan | null): Decided {
  if (!plan) return { status: 'Unknown', reason: 'no_dial' }
  if (plan.flow) return { status: 'Caller Canceled', reason: 'left_before_dial' }
  return plan.steps.length
    ? { status: 'Caller Canceled', reason: 'left_before_dial' }
    : { status: 'Not Answered', reason: 'no_phones' }
}

/** A call that a member makes, and that never rang the other side: the other side knows nothing of it. */
function withoutLead({ isCanceled }: NonNullable<Plan['outgoing']>, outcome: End | null): Decided {
  if (isCanceled || outcome === 'canceled') return { status: 'Caller Canceled', reason: 'agent_canceled' }
  if (outcome === 'failed') return { status: 'Unknown', reason: 'route_failed' }
  return { status: 'Caller Canceled', reason: outcome === 'busy' ? 'agent_declined' : 'agent_no_answer' }
}

/** Whether the caller hung up while the phones of the last step rang, before their time was up. */
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

/**
 * Whether the person declined in the browser. The vendor reports such a phone as busy, the exchange as unanswered
 * before its time was up; a browser that is in another call refuses the same way.
 */
function isDeclined({ planned, outcome, answeredAt, ringingAt, startedAt, endedAt }: Leg, seconds: number): boolean {
  if (planned?.kind !== 'softphone' || answeredAt !== null) return false
  if (outcome === 'busy') return true
  const isCut = endedAt !== null && endedAt - startedAt < seconds * 1_000 - CLOCK_TOLERANCE_MS
  return outcome === 'no-answer' && ringingAt !== null && isCut
}

/** How a step ended; busy only if no browser declined. */
function endedHow(step: Step, planned: readonly PlannedLeg[]): End | 'declined' | null {
  const outcome = outcomeOf(step)
  const declined = step.legs.filter((leg) => isDeclined(leg, step.seconds))
  const isReported = step.legs.length > 0
  const isBrowsers = planned.length > 0 && planned.every(({ kind }) => kind === 'softphone')
  if (isReported ? declined.length === step.legs.length : outcome === 'busy' && isBrowsers) return 'declined'
  return outcome === 'busy' && declined.length ? 'no-answer' : outcome
}

function withoutAnswer({ plan, steps }: CallFacts): Decided {
  const ends = steps.map((step) => endedHow(step, plan?.steps[step.step - 1]?.legs ?? []))
  if (ends.every((end) => end === 'declined')) return { status: 'Not Answered', reason: 'declined' }
  const outcomes = ends.map((end) => (end === 'declined' ? 'no-answer' : end))
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

/** Lower bound of the announcement's duration: speech has fewer characters per second in either language. */
const announcementMs = ({ announcement }: Plan) => ((announcement?.length ?? 0) / CHARACTERS_A_SECOND) * 1_000

/** Whether the call is complete: the caller's leg and all phones have ended. */
export function isSettled({ plan, startedAt, steps, parent, agent, waited, lostAt }: CallFacts): boolean {
  if (plan?.closing.kind === 'reject' && plan.block) return true
  if (lostAt !== null) return true
  if (!parent) return false
  const last = steps.at(-1)
  if (waited) return true
  if (!last && plan?.outgoing)
    return parent.outcome !== 'completed' || (plan.outgoing.via === 'phone' && agent?.acceptedAt === null)
  // Phones may be reported after the caller's leg, unless the call ended before any phone was rung.
  if (!last) return plan !== null && (plan.steps.length === 0 || parent.at - startedAt < announcementMs(plan))
  return last.done !== null || (last.legs.length > 0 && last.legs.every((leg) => leg.outcome))
}
