import type { Screening } from '#contract/calls/routing.ts'
import { mustPress1, type Plan, type PlannedLeg, type Room } from '../../numbers/routing.rules.ts'
import {
  type End,
  endOf,
  isBeginning,
  onOneClock,
  type StoredReport,
  secondsOf,
  type TimedReport,
} from './call-reports.rules.ts'

/** One phone that was rung; times in milliseconds. */
export type Leg = {
  step: number
  place: number
  planned: PlannedLeg | undefined
  sid: string | null
  startedAt: number
  ringingAt: number | null
  answeredAt: number | null
  /** When 1 was pressed. */
  acceptedAt: number | null
  /** When what its person heard before the talk was over. */
  heardAt: number | null
  endedAt: number | null
  outcome: End | null
  seconds: number | null
}
export type Step = {
  step: number
  /** Planned seconds of ringing. */
  seconds: number
  screening: Screening
  /** Its phone belongs to a colleague who is asked before the caller is put through; the caller talks with them in a room. */
  isAsked: boolean
  isRoom: boolean
  legs: Leg[]
  /** The provider's status at its end. */
  done: {
    outcome: End | null
    /** Null: it did not say. */
    bridged: boolean | null
    legSid: string | null
    seconds: number | null
    /** The caller had hung up by then. */
    callerGone: boolean
    at: number
  } | null
}
/** The member's own phone, in the list of phones that rang. */
export const AGENT_STEP = 0
/** Whether the step rings the lead whom a member calls. The member's phone dials it. */
export const isLeadsStep = (plan: Plan | null, step: number) => plan?.outgoing !== undefined && step === AGENT_STEP + 1
export type CallFacts = {
  plan: Plan | null
  startedAt: number
  steps: Step[]
  /** The caller's own leg has ended; of a call that a member makes, the member's, or the lead's once it was held or transferred. */
  parent: { at: number; seconds: number | null; outcome: End | null } | null
  /** The member's phone in a call that they make; null: another call, or no report yet. */
  agent: Leg | null
  voicemailAt: number | null
  /** No further report is expected. */
  waited: boolean
  /** The provider no longer knows the call. */
  lostAt: number | null
  /** The provider reported the outcome of the talk's recording. */
  hasRecording: boolean
}

/** The facts of a call; independent of the order of its reports. */
export function factsOf(plan: Plan | null, stored: readonly StoredReport[]): CallFacts {
  const reports = onOneClock(stored)
  const of = (kind: StoredReport['kind']) => reports.filter((report) => report.kind === kind)
  const times = (kind: StoredReport['kind']) => of(kind).map(momentOf)
  const begun = reports.filter(isBeginning).map(momentOf)
  const reported = reports.flatMap(({ kind, step }) => (step && kind !== 'inbound' ? step : []))
  // No phone rings for a room, so its step may have no report yet.
  const rooms = (plan?.steps ?? []).flatMap(({ room }, i) => (room ? i + 1 : []))
  const steps = new Set([...reported, ...rooms])
  // The phone of a test call has no parent call; it is the call itself.
  const lead = plan?.talk?.lead
  const own = reports.filter(({ kind, form }) =>
    lead ? kind === 'leg' && form.CallSid === lead : kind === 'status' || (kind === 'leg' && !form.ParentCallSid),
  )
  const ends = own.filter(({ form }) => endOf(form.CallStatus))
  const parent = ends.length
    ? {
        at: Math.max(...firstOfEach(ends)),
        // The call began with the member's phone.
        seconds: lead ? null : greatest(ends.map(({ form }) => secondsOf(form.CallDuration))),
        outcome: endOf(ends[0]?.form.CallStatus),
      }
    : null
  return {
    plan,
    startedAt: Math.min(...(begun.length ? begun : reports.map(momentOf))),
    steps: [...steps].sort((a, b) => a - b).map((step) => stepOf(step, { plan, reports, endedAt: parent?.at ?? null })),
    parent,
    agent: plan?.outgoing ? agentOf(plan.outgoing, reports) : null,
    voicemailAt: first(times('voicemail')),
    waited: of('waited').length > 0,
    lostAt: first(times('lost')),
    hasRecording: of('recording').some(({ form }) => form.RecordingSource !== 'RecordVerb'),
  }
}

/** The phone of the member who makes the call; on a telephone, 1 is pressed. */
function agentOf({ userId, via, address }: NonNullable<Plan['outgoing']>, reports: readonly TimedReport[]): Leg | null {
  const planned: PlannedLeg =
    via === 'phone' ? { kind: 'phone', phone: address, userId } : { kind: 'softphone', userId }
  const kinds: Partial<Record<StoredReport['kind'], StoredReport['kind']>> = {
    ...{ status: 'leg', answered: 'whisper', accept: 'screen', accept_again: 'screen_again' },
  }
  const own = reports.flatMap((report) =>
    kinds[report.kind] ? { ...report, kind: kinds[report.kind] ?? report.kind } : [],
  )
  return own.length ? legOf({ step: AGENT_STEP, place: 0, planned }, own) : null
}

type Of = { plan: Plan | null; reports: readonly TimedReport[]; endedAt: number | null }
function stepOf(step: number, { plan, reports, endedAt }: Of): Step {
  const own = reports.filter((report) => report.step === step)
  const places = [...new Set(own.flatMap(({ place }) => place ?? []))].sort((a, b) => a - b)
  const planned = plan?.steps[step - 1]
  const end = own.find(({ kind }) => kind === 'dial')
  // A caller who is put through from a room leaves it without a report; the phone of the person ends then.
  const { room } = planned ?? {}
  const isOfPhone = ({ kind }: TimedReport) => kind === 'leg' || kind === 'status'
  const left = reports.find((one) => isOfPhone(one) && one.form.CallSid === room?.sid && endOf(one.form.CallStatus))
  return {
    step,
    seconds: planned?.seconds ?? 0,
    screening: screeningOf((planned?.settings ?? plan)?.screening ?? false, planned?.legs ?? []),
    isAsked: planned?.transfer?.kind === 'attended',
    isRoom: planned?.room !== undefined,
    legs: room
      ? [inRoom({ step, planned: planned?.legs[0], room }, end?.at ?? left?.at ?? endedAt)]
      : places.map((place) =>
          legOf(
            { step, place, planned: planned?.legs[place] },
            own.filter((report) => report.place === place),
          ),
        ),
    done: end
      ? {
          outcome: endOf(end.form.DialCallStatus === 'answered' ? 'completed' : end.form.DialCallStatus),
          bridged: end.form.DialBridged === undefined ? null : end.form.DialBridged === 'true',
          legSid: end.form.DialCallSid ?? null,
          seconds: secondsOf(end.form.DialCallDuration),
          callerGone: endOf(end.form.CallStatus) !== null,
          at: end.at,
        }
      : null,
  }
}

function legOf(of: Pick<Leg, 'step' | 'place' | 'planned'>, reports: readonly TimedReport[]): Leg {
  const progress = reports.filter(({ kind }) => kind === 'leg')
  const at = (...statuses: string[]) =>
    first(progress.filter(({ form }) => statuses.includes(form.CallStatus ?? '')).map(momentOf))
  const asked = reports.filter(({ kind }) => kind === 'screen' || kind === 'screen_again')
  const heard = [...reports.filter(({ kind }) => kind === 'whisper'), ...asked].map(momentOf)
  const accepted = asked.filter(({ form }) => form.Digits === '1')
  const ends = progress.filter(({ form }) => endOf(form.CallStatus))
  const end = ends[0]
  const seconds = greatest(ends.map(({ form }) => secondsOf(form.CallDuration)))
  // A call looked up at the provider has only an end and a duration.
  const talked = end?.form.CallStatus === 'completed' && seconds ? end.at - seconds * 1_000 : null
  return {
    ...of,
    sid: reports.map(({ form }) => form.CallSid).find(Boolean) ?? null,
    startedAt: Math.min(...reports.map(momentOf)),
    ringingAt: at('ringing'),
    answeredAt: at('in-progress', 'answered') ?? first(heard) ?? talked,
    acceptedAt: first(accepted.map(momentOf)),
    heardAt: first(asked.map(momentOf)),
    endedAt: first(ends.map(momentOf)),
    outcome: endOf(end?.form.CallStatus),
    seconds,
  }
}

/** A phone that had answered before, and talks with the caller in a room: the provider reports only the end. */
function inRoom({ step, planned, room }: Pick<Leg, 'step' | 'planned'> & { room: Room }, endedAt: number | null): Leg {
  const at = Date.parse(room.at)
  return {
    ...{ step, place: 0, planned, sid: room.sid, startedAt: at, ringingAt: null, answeredAt: at },
    ...{ acceptedAt: at, heardAt: at },
    endedAt,
    outcome: endedAt === null ? null : 'completed',
    seconds: endedAt === null ? null : Math.max(0, Math.round((endedAt - at) / 1_000)),
  }
}

/** None, if none of the phones must press 1. */
const screeningOf = (screening: Screening, legs: readonly PlannedLeg[]) =>
  screening === 'mobiles' && !legs.some((leg) => mustPress1(screening, leg)) ? false : screening

const momentOf = ({ at }: TimedReport) => at
/** The first end of each call: the phones of a test call are separate calls. */
const firstOfEach = (ends: readonly TimedReport[]) =>
  [...new Set(ends.map(({ form }) => form.CallSid))].map((sid) =>
    Math.min(...ends.filter(({ form }) => form.CallSid === sid).map(momentOf)),
  )
const first = (times: number[]) => (times.length ? Math.min(...times) : null)
const greatest = (values: (number | null)[]) =>
  values.reduce<number | null>((most, value) => (value === null ? most : Math.max(most ?? 0, value)), null)

/** With screening, an answered phone counts only once it accepted the call. */
const isTaken = (screening: Screening) => (leg: Leg) =>
  leg.answeredAt !== null && (!mustPress1(screening, leg.planned) || leg.acceptedAt !== null)

/** Whether a phone of the step and the caller spoke; the provider's report takes precedence. */
export function isBridged({ done, legs, screening, isAsked, isRoom }: Step): boolean {
  if (isAsked) return false
  if (isRoom) return true
  if (done?.bridged !== null && done?.bridged !== undefined) return done.bridged
  const isAnswered = legs.some(isTaken(screening))
  return done ? done.outcome === 'completed' && (!screening || isAnswered) : isAnswered
}

/** The phone that spoke with the caller. Voicemail never presses 1, so screening excludes it. */
export function winnerOf(step: Step): Leg | undefined {
  const named = step.legs.find(({ sid }) => sid !== null && sid === step.done?.legSid)
  const taken = step.legs.filter(isTaken(step.screening))
  const legs = taken.length ? taken : step.legs
  return named ?? legs.find(({ outcome }) => outcome === 'completed') ?? legs.find((leg) => leg.answeredAt)
}

/** The phone of our side in the talk of a step: of a call that a member makes, first their own. */
export const personIn = ({ plan, agent }: CallFacts, step: Step): Leg | undefined =>
  isLeadsStep(plan, step.step) ? (agent ?? undefined) : winnerOf(step)

/** How a step ended: as reported by the provider, else derived from its phones; null: not ended yet. */
export function outcomeOf({ done, legs }: Step): End | null {
  const outcomes = legs.map(({ outcome }) => outcome)
  if (done?.outcome && done.outcome !== 'completed') return done.outcome
  if (done) return 'no-answer'
  if (!outcomes.length || outcomes.includes(null)) return null
  if (outcomes.includes('canceled')) return 'canceled'
  const isAll = (wanted: End) => outcomes.every((outcome) => outcome === wanted)
  return isAll('busy') ? 'busy' : isAll('failed') ? 'failed' : 'no-answer'
}
