import type { CallStatus } from '#contract/calls/call-statuses.ts'
import { ABANDONED_SECONDS, type CallReason, type CallState } from '#contract/calls/calls.ts'
import type { PlannedLeg, Talk, Transferred } from '../../numbers/routing.rules.ts'
import { type CallFacts, isBridged, type Leg, outcomeOf, personIn, winnerOf } from './call-facts.rules.ts'
import { decideCallStatus, isSettled } from './call-status.rules.ts'

/** Columns of a call's row, derived from the facts. Times as ISO text. */
export type Progress = {
  state: CallState
  /** Null while the call is ongoing. */
  status: CallStatus | null
  reason: CallReason | null
  startedAt: string
  answeredAt: string | null
  endedAt: string | null
  ringSeconds: number | null
  talkSeconds: number
  totalSeconds: number | null
  answeredBy: string | null
  answeredPhone: string | null
  /** Who talked with the caller after the person who answered; null: no one. */
  passedTo: string[] | null
  isAbandoned: boolean
}

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())
const seconds = (from: number, to: number) => Math.max(0, Math.round((to - from) / 1_000))

export function progressOf(facts: CallFacts): Progress {
  const { plan, startedAt, parent, lostAt } = facts
  const isOver = isSettled(facts)
  const decided = decideCallStatus(facts)
  const status = isOver ? (decided.status ?? 'Unknown') : null
  const talk = talkOf(facts)
  const rejectedAt = plan?.closing.kind === 'reject' && plan.block ? startedAt : null
  const endedAt = parent?.at ?? lostAt ?? rejectedAt
  const answeredAt = talk ? Math.max(startedAt, talk.at) : null
  const ringSeconds = answeredAt !== null ? seconds(startedAt, answeredAt) : endedAt && seconds(startedAt, endedAt)
  return {
    state: stateOf(facts, isOver),
    status,
    reason: isOver && decided.reason !== 'in_progress' ? decided.reason : null,
    startedAt: new Date(startedAt).toISOString(),
    answeredAt: iso(answeredAt),
    endedAt: iso(endedAt),
    ringSeconds,
    talkSeconds: talk ? (talk.seconds ?? (endedAt ? seconds(talk.at, endedAt) : 0)) : 0,
    totalSeconds: parent?.seconds ?? (endedAt === null ? null : seconds(startedAt, endedAt)),
    ...answererOf(plan, talk?.leg?.planned, talk !== undefined),
    passedTo: passedTo(facts),
    isAbandoned: !plan?.outgoing && status === 'Caller Canceled' && (ringSeconds ?? 0) < ABANDONED_SECONDS,
  }
}

/** The people with whom the caller talked later, each change once. */
function passedTo(facts: CallFacts): string[] | null {
  const people = facts.steps.filter(isBridged).map((step) => personIn(facts, step)?.planned?.userId ?? null)
  const later = people.filter((id, i): id is string => i > 0 && id !== null && id !== people[i - 1])
  return later.length ? later : null
}

/** Who spoke: in a call that a member makes, the member. */
function answererOf(plan: CallFacts['plan'], leg: PlannedLeg | undefined, hasTalked: boolean) {
  if (plan?.outgoing) return { answeredBy: hasTalked ? plan.outgoing.userId : null, answeredPhone: null }
  return { answeredBy: leg?.userId ?? null, answeredPhone: leg?.kind === 'phone' ? leg.phone : null }
}

/** Start of the talk, the answering phone, and the duration that the provider reports. */
function talkOf({ steps }: CallFacts): { at: number; leg: Leg | undefined; seconds: number | null } | undefined {
  const step = steps.find(isBridged)
  if (!step) return undefined
  const leg = winnerOf(step)
  const spoken = step.done?.seconds ?? leg?.seconds ?? null
  const later = steps.filter((one) => one !== step && isBridged(one))
  const more = later.reduce((sum, one) => sum + (one.done?.seconds ?? winnerOf(one)?.seconds ?? 0), 0)
  const reckoned = step.done && spoken !== null ? step.done.at - spoken * 1_000 : step.done?.at
  const at = leg?.acceptedAt ?? leg?.answeredAt ?? reckoned
  return at === undefined ? undefined : { at, leg, seconds: spoken === null ? null : spoken + more }
}

/** A caller on hold talks with a person who is there. */
const IN_TALK: ReadonlySet<Talk['state']> = new Set(['talking', 'held', 'consulting'])
function stateOf({ plan, steps, parent, voicemailAt }: CallFacts, isOver: boolean): CallState {
  if (isOver || parent) return 'ended'
  if (plan?.talk && IN_TALK.has(plan.talk.state)) return 'talking'
  const last = steps.at(-1)
  const isCutOff = last !== undefined && last.step === plan?.cutOff
  if (last && !isCutOff && isBridged(last)) return 'talking'
  if (plan?.outgoing) return 'ringing'
  const hasRung = plan !== null && (plan.steps.length === 0 || (last?.step === plan.steps.length && !!last.done))
  return voicemailAt !== null || (hasRung && !plan.flow) ? 'voicemail' : 'ringing'
}

export type AttemptRow = {
  step: number
  place: number
  kind: 'softphone' | 'phone'
  userId: string | null
  phone: string | null
  sid: string | null
  startedAt: string
  ringingAt: string | null
  answeredAt: string | null
  endedAt: string | null
  outcome: Leg['outcome']
  bridged: boolean
  transfer: Transferred['kind'] | null
}

/** The phones that rang, with the outcome of each. */
export function attemptsOf({ plan, steps, agent }: CallFacts): AttemptRow[] {
  const own = agent ? [{ ...toAttempt(agent, steps.some(isBridged)), outcome: agent.outcome, transfer: null }] : []
  const rung = steps.flatMap((step) => {
    const transfer = plan?.steps[step.step - 1]?.transfer
    const winner = isBridged(step) || transfer?.isJoined ? winnerOf(step) : undefined
    // While a page reloads, its phone cannot ring, so an unanswered step of this kind has no attempts.
    const planned = plan?.steps[step.step - 1]
    // In a room a phone talks that had answered before.
    if (planned?.room || (!winner && planned?.wait !== undefined)) return []
    return step.legs.map((leg) => ({
      ...toAttempt(leg, leg === winner),
      outcome: leg.outcome ?? (step.done && leg !== winner ? outcomeOf(step) : null),
      transfer: transfer?.kind ?? null,
    }))
  })
  return [...own, ...rung]
}

const toAttempt = (leg: Leg, bridged: boolean): Omit<AttemptRow, 'outcome' | 'transfer'> => ({
  step: leg.step,
  place: leg.place,
  kind: leg.planned?.kind ?? 'phone',
  userId: leg.planned?.userId ?? null,
  phone: leg.planned?.kind === 'phone' ? leg.planned.phone : null,
  sid: leg.sid,
  startedAt: new Date(leg.startedAt).toISOString(),
  ringingAt: iso(leg.ringingAt),
  answeredAt: iso(leg.answeredAt),
  endedAt: iso(leg.endedAt),
  bridged,
})
