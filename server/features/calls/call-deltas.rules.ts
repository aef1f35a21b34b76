import { isDeepStrictEqual } from 'node:util'
import type { CallDirection, CallStatus } from '#contract/calls/call-statuses.ts'
import type { CallDelta } from '#contract/events/calls/calls.ts'
import { dayOf } from '#contract/values/clock.ts'
import { weekHourOf } from '#contract/values/week-hours.ts'

/** Fields of an ended call that the counters need. */
export type CountedCall = {
  campaignId: string
  numberId: string | null
  direction: CallDirection
  status: CallStatus
  /** The person who answered. */
  answeredBy: string | null
  startedAt: string
  ringSeconds: number | null
  talkSeconds: number
}
/** A phone that rang. */
export type CountedAttempt = { userId: string | null; outcome: string | null; bridged: boolean }

/** The amounts that a call adds to the counters (`sign` 1) or subtracts from them (-1). */
export function callDelta(call: CountedCall, attempts: readonly CountedAttempt[], sign: 1 | -1): CallDelta {
  const isAnswered = call.status === 'Answered'
  // Of a call that a member made, the member answered nothing and missed nothing.
  const isIncoming = call.direction === 'inbound'
  const wait = isAnswered && isIncoming ? (call.ringSeconds ?? 0) : 0
  const talk = isAnswered ? call.talkSeconds : 0
  return {
    campaignId: call.campaignId,
    numberId: call.numberId,
    direction: call.direction,
    status: call.status,
    userId: isAnswered && isIncoming ? call.answeredBy : null,
    missedBy: isIncoming ? missedBy(attempts, isAnswered) : [],
    day: dayOf(call.startedAt),
    hour: weekHourOf(call.startedAt),
    total: sign,
    wait: wait && sign * wait,
    talk: talk && sign * talk,
  }
}

/** Deltas from a call's counted state to its current one; none if both weigh the same. */
export function callDeltas(before: CallDelta | null, after: CallDelta): CallDelta[] {
  if (!before) return [after]
  const back = { ...before, total: -1, wait: before.wait && -before.wait, talk: before.talk && -before.talk }
  return isDeepStrictEqual(before, after) ? [] : [back, after]
}

/** When one of several ringing phones answers, the others are canceled and do not count as missed. */
function missedBy(attempts: readonly CountedAttempt[], isAnswered: boolean): string[] {
  const answered = new Set(attempts.filter(({ bridged }) => bridged).map(({ userId }) => userId))
  const missed = attempts.filter(
    ({ userId, outcome }) => userId && !answered.has(userId) && outcome && !(isAnswered && outcome === 'canceled'),
  )
  return [...new Set(missed.map(({ userId }) => userId as string))].sort()
}
