import { TRANSFER_RING_SECONDS } from '#contract/calls/talk.ts'
import {
  type Closing,
  mustPress1,
  type OwnLeg,
  type Plan,
  type PlannedLeg,
  type PlannedStep,
  settingsAfterLead,
  type Talk,
  type Texts,
} from '../../../numbers/routing.rules.ts'
import { type CallFacts, isBridged, isLeadsStep, type Leg, personIn, winnerOf } from '../call-facts.rules.ts'

/** The talk of a call; undefined: none goes on, or no person of the business talks in it. */
export function talkOf(facts: CallFacts): Talk | undefined {
  const { plan, steps, parent } = facts
  if (!plan || parent) return undefined
  const { talk } = plan
  if (talk && (talk.state === 'talking' || talk.state === 'held' || talk.state === 'consulting')) return talk
  const last = steps.filter(isBridged).at(-1)
  // The phones that ring after a transfer, or after the caller was left alone, have not been answered.
  if (talk && !(last && last.step > talk.step)) return talk
  const leg = last && winnerOf(last)
  const own = last && personIn(facts, last)
  if (!last || last.done || !leg?.sid || leg.endedAt !== null) return undefined
  if (!own?.sid || own.endedAt !== null || !own.planned?.userId) return undefined
  const isLeads = isLeadsStep(plan, last.step)
  if (isLeads && plan.whisper !== null && leg.heardAt === null) return undefined
  const lead = isLeads ? leg.sid : talk?.lead
  return {
    state: 'talking',
    leg: own.planned as OwnLeg,
    sid: own.sid,
    ...(lead && { lead }),
    step: last.step,
    rooms: talk?.rooms ?? 0,
    since: new Date(leg.answeredAt ?? leg.startedAt).toISOString(),
  }
}

/** The phone of the colleague who is asked first, once it has answered; undefined: it rings, or is gone. */
export function askedLeg({ steps }: CallFacts, { to }: Talk): (Leg & { sid: string; planned: OwnLeg }) | undefined {
  const step = to && steps.find((one) => one.step === to.step)
  const leg = step && winnerOf(step)
  const isThere = leg && leg.answeredAt !== null && leg.endedAt === null
  // A telephone that must press 1 has not taken the call before.
  const isTaken = isThere && (!mustPress1(step.screening, leg.planned) || leg.acceptedAt !== null)
  return isTaken && leg.sid && leg.planned?.userId ? (leg as Leg & { sid: string; planned: OwnLeg }) : undefined
}

/** The name of a room: unique to the call and the conversation. */
const roomOf = (callId: string, number: number) => `${callId}-${number}`
export const roomOfTalk = (callId: string, { rooms }: Talk) => roomOf(callId, rooms)

/** Whether the person's phone dials that of the lead; after a hold or a transfer, the lead's phone dials. */
export const isDialler = ({ lead, state, step }: Talk, plan: Plan) =>
  lead !== undefined && state === 'talking' && isLeadsStep(plan, step)

/** The settings with which the talk began. */
function settingsOf(plan: Plan, { step }: Talk): Pick<PlannedStep, 'settings'> {
  if (isLeadsStep(plan, step)) return { settings: settingsAfterLead(plan) }
  const settings = plan.steps[step - 1]?.settings
  return settings ? { settings } : {}
}

const withoutColleague = ({ to: _, unanswered: __, ...talk }: Talk): Talk => talk

/** The caller hears music, and the person waits in a new room. */
export function held(plan: Plan, talk: Talk, now: Date): Plan {
  const since = now.toISOString()
  return { ...plan, talk: { ...withoutColleague(talk), state: 'held', rooms: talk.rooms + 1, since } }
}

type Joining = { callId: string; talk: Talk; now: Date }
/** The caller talks in the last room, with the person whose phone is in it. */
export function joined(plan: Plan, { callId, talk, now }: Joining): Plan {
  const since = now.toISOString()
  const step: PlannedStep = {
    seconds: 0,
    legs: [talk.leg],
    room: { sid: talk.sid, name: roomOfTalk(callId, talk), at: since },
    ...settingsOf(plan, talk),
  }
  const steps = [...plan.steps, step]
  return { ...plan, steps, talk: { ...withoutColleague(talk), state: 'talking', step: steps.length, since } }
}

type Transferring = { talk: Talk; userId: string; legs: PlannedLeg[]; now: Date; texts: Texts }
/**
 * The phones of the colleague ring; if none answers, that of the person who transferred, and then the call goes on as
 * after unanswered phones.
 */
export function ringing(plan: Plan, { talk, userId, legs, now, texts }: Transferring): Plan {
  const own = { seconds: TRANSFER_RING_SECONDS, ...settingsOf(plan, talk) }
  const to: PlannedStep = { ...own, legs, transfer: { kind: 'blind', by: talk.leg.userId } }
  const back: PlannedStep = { ...own, legs: [talk.leg], transfer: { kind: 'back', by: userId } }
  return {
    ...plan,
    steps: [...plan.steps, to, back],
    closing: closingOf(plan, texts),
    talk: {
      ...withoutColleague(talk),
      state: 'ringing',
      since: now.toISOString(),
      to: { userId, step: plan.steps.length + 1 },
    },
  }
}

/** The person takes the call back whose colleague has not answered: their phone rings for the caller. */
export function takenBack(plan: Plan, talk: Talk): Plan {
  const { userId } = talk.leg
  const step = (talk.to?.step ?? talk.step) + 1
  const steps = plan.steps.map((one, i) =>
    i + 1 === step ? { ...one, transfer: { kind: 'back' as const, by: userId } } : one,
  )
  return { ...plan, steps, talk: { ...talk, to: { userId, step } } }
}

/** Whether the phone of the colleague to whom the person put the caller through still rings. */
export const isHanding = ({ steps }: CallFacts, { state, leg, to }: Talk): boolean =>
  state === 'ringing' &&
  to !== undefined &&
  to.userId !== leg.userId &&
  !steps.some(({ step, done }) => step === to.step && done !== null)

/** Whether this person has put the caller through to a colleague whom they asked first. */
export const hasPutThrough = ({ steps }: Plan, userId: string) =>
  steps.some(({ transfer }) => transfer?.by === userId && transfer.isJoined)

/** A caller who was answered is not refused. */
function closingOf({ closing, language }: Plan, texts: Texts): Closing {
  if (closing.kind === 'message' || closing.kind === 'voicemail') return closing
  return { kind: 'message', text: texts(language, 'cut_off.message') }
}

/** The caller hears music while the person asks a colleague, whose phones ring. */
export function consulting(plan: Plan, { talk, userId, legs, now }: Omit<Transferring, 'texts'>): Plan {
  const step: PlannedStep = {
    seconds: TRANSFER_RING_SECONDS,
    legs,
    transfer: { kind: 'attended', by: talk.leg.userId },
    ...settingsOf(plan, talk),
  }
  const steps = [...plan.steps, step]
  // A person on hold has a room already.
  const rooms = talk.state === 'held' ? talk.rooms : talk.rooms + 1
  const to = { userId, step: steps.length }
  return {
    ...plan,
    steps,
    talk: { ...withoutColleague(talk), state: 'consulting', rooms, since: now.toISOString(), to },
  }
}

/** The colleague does not answer or is let go: the person waits in a room, and the caller still hears music. */
export function alone(plan: Plan, talk: Talk, { unanswered, now }: { unanswered?: string; now: Date }): Plan {
  const next = { ...withoutColleague(talk), state: 'held' as const, rooms: talk.rooms + 1, since: now.toISOString() }
  return { ...plan, talk: unanswered ? { ...next, unanswered } : next }
}

type PuttingThrough = { callId: string; talk: Talk; asked: { sid: string; planned: OwnLeg }; now: Date }
/** The caller talks with the colleague, in a new room. */
export function putThrough(plan: Plan, { callId, talk, asked, now }: PuttingThrough): Plan {
  const at = talk.to?.step
  const steps = plan.steps.map((step, i) =>
    step.transfer && i + 1 === at ? { ...step, transfer: { ...step.transfer, isJoined: true as const } } : step,
  )
  const next = { ...talk, leg: asked.planned, sid: asked.sid, rooms: talk.rooms + 1 }
  return joined({ ...plan, steps }, { callId, talk: next, now })
}
