import { type CallStatus, SCREENED, SCREENED_STATUS } from '#contract/calls/call-statuses.ts'
import { ABANDONED_SECONDS, type CallReason } from '#contract/calls/calls.ts'
import type { Random } from '../random.ts'
import type { DemoNumber } from './numbers.ts'

const RING_SECONDS = 25

const reasons: Record<CallStatus, CallReason> = {
  Answered: 'bridged',
  'Not Answered': 'rang_out',
  Busy: 'all_busy',
  'Caller Canceled': 'hangup_while_ringing',
  'Not Active': 'not_active',
  [SCREENED_STATUS]: SCREENED,
  'Out of Time': 'out_of_time',
  Unknown: 'no_final_event',
}

type Playing = { random: Random; number: DemoNumber; status: CallStatus; at: Date; talkSeconds: number | undefined }
type Rung = { userId: string; step: number; from: number; until: number; outcome: string; bridged: boolean }

/** The attempts of a call, their durations and the result. */
export function playCall({ random, number, status, at, talkSeconds }: Playing) {
  const rung = ring(random, number, status)
  const answered = rung.find(({ bridged }) => bridged)
  const ring_s = Math.max(0, ...rung.map(({ until }) => until))
  const talk_s = answered ? (talkSeconds ?? talkOf(random)) : 0
  const rest = status === 'Not Answered' || status === 'Out of Time' ? random.int(6, 30) : 1
  const total_s = ring_s + (answered ? talk_s : rest)
  const after = (seconds: number) => new Date(at.getTime() + seconds * 1_000).toISOString()
  return {
    reason: reasons[status],
    answered_at: answered ? after(ring_s) : null,
    answered_by: answered?.userId ?? null,
    ended_at: after(total_s),
    ring_s,
    talk_s,
    total_s,
    is_abandoned: status === 'Caller Canceled' && ring_s < ABANDONED_SECONDS,
    attempts: rung.map(({ userId, step, from, until, outcome, bridged }, place) => ({
      step,
      place,
      kind: 'softphone',
      user_id: userId,
      started_at: after(from),
      ringing_at: outcome === 'busy' ? null : after(from + 1),
      answered_at: bridged ? after(until) : null,
      ended_at: bridged ? after(total_s) : after(until),
      outcome,
      bridged,
    })),
  }
}

/** Most are short; some take a quarter of an hour. */
const talkOf = (random: Random) => 12 + Math.floor(random.next() ** 3 * 880)

function ring(random: Random, { workers, isTogether }: DemoNumber, status: CallStatus): Rung[] {
  const all = (until: number, outcome: string): Rung[] =>
    workers.map((userId) => ({ userId, step: 1, from: 0, until, outcome, bridged: false }))
  if (status === 'Busy') return all(random.int(1, 3), 'busy')
  if (status === 'Caller Canceled') {
    const until = random.int(3, RING_SECONDS - 2)
    return isTogether ? all(until, 'canceled') : all(until, 'canceled').slice(0, 1)
  }
  if (status === 'Not Answered')
    return isTogether
      ? all(RING_SECONDS, 'no-answer')
      : workers.map((userId, i) => ({ ...aStep(userId, i), outcome: 'no-answer', bridged: false }))
  if (status !== 'Answered') return []
  // The first member answers more often than the others.
  const by = random.chance(0.6) ? 0 : random.int(0, workers.length - 1)
  const seconds = random.int(3, 17)
  if (isTogether)
    return all(seconds, 'canceled').map((one, i) => (i === by ? { ...one, outcome: 'completed', bridged: true } : one))
  return workers.slice(0, by + 1).map((userId, i) => {
    const step = aStep(userId, i)
    return i === by
      ? { ...step, until: step.from + seconds, outcome: 'completed', bridged: true }
      : { ...step, outcome: 'no-answer', bridged: false }
  })
}

const aStep = (userId: string, i: number) => ({
  userId,
  step: i + 1,
  from: i * RING_SECONDS,
  until: (i + 1) * RING_SECONDS,
})
