import { VOICEMAIL_SECONDS_MAX } from '#contract/calls/routing.ts'
import type { Instruction, RingLeg } from '../../../providers/voice/voice.ts'
import type { Closing, Plan, PlannedLeg, Texts } from '../../numbers/routing.rules.ts'
import { identityOf } from '../../softphone/softphone.rules.ts'
import type { Step } from './call-facts.rules.ts'

/** Maximum talk time; a line left open would be billed until it drops. */
export const TALK_SECONDS_MAX = 7_200
const SCREENING_SECONDS = 5

export type PlanContext = {
  callId: string
  businessId: string
  /** Base URL of this call's hooks: `https://…/hooks/voice/{connection}/{call}`. */
  hooks: string
  texts: Texts
}

/** The step to ring now, its phones and the maximum talk time; undefined: no phone is left to ring. */
type Ringing = { step: number; rings: (leg: PlannedLeg) => boolean; maxSeconds: number } | undefined

/** The first instructions of a call. */
export function beginning(plan: Plan, ringing: Ringing, context: PlanContext): Instruction[] {
  const { announcement, language } = plan
  const said: Instruction[] = announcement ? [{ verb: 'say', text: announcement, language }] : []
  return [...said, ...stepOrClosing(plan, ringing, context)]
}

/** After a cut-off on our side, the caller is connected to the same member again, or to the next phone. */
export function afterCutOff(plan: Plan, ringing: Ringing, context: PlanContext): Instruction[] {
  const { language } = plan
  const key = ringing && isBackStep(plan, ringing.step) ? 'cut_off.back' : 'cut_off.next'
  const said: Instruction = { verb: 'say', text: context.texts(language, key), language }
  return [...(ringing ? [said] : []), ...stepOrClosing(plan, ringing, context)]
}

/** Whether a step waits for a page to reload and then rings it. */
const isBackStep = (plan: Plan, step: number) => plan.steps[step - 1]?.wait !== undefined

/** What follows an unanswered step. When a reloaded page did not return, the caller hears an announcement first. */
export function afterStep(plan: Plan, step: number, ringing: Ringing, context: PlanContext): Instruction[] {
  const isGivenUp = isBackStep(plan, step) && !(ringing && isBackStep(plan, ringing.step))
  return isGivenUp ? afterCutOff(plan, ringing, context) : stepOrClosing(plan, ringing, context)
}

/** Providers report whole seconds. */
const RANG_MS = 1_500
/** The step after this one. A reloading page is retried until its time is over or its phone did not answer. */
export function stepAfter(plan: Plan, { step, legs }: Step, now: Date): number {
  const rang = legs.some(
    ({ ringingAt, endedAt, outcome }) =>
      ringingAt !== null && (outcome === 'busy' || (endedAt !== null && endedAt - ringingAt > RANG_MS)),
  )
  const isOver = now.toISOString() >= (plan.backUntil ?? '') || (isBackStep(plan, step) && rang)
  let next = step + 1
  while (isOver && isBackStep(plan, next)) next++
  return next
}

const HANGUP: Instruction[] = [{ verb: 'hangup' }]

/** The next step of the ring list, else the no-answer closing. */
export function stepOrClosing(plan: Plan, ringing: Ringing, context: PlanContext): Instruction[] {
  const planned = ringing && plan.steps[ringing.step - 1]
  if (!planned) return closing(plan.closing, plan, context)
  const { step, rings, maxSeconds } = ringing
  const { wait } = planned
  return [
    ...(wait === undefined ? [] : [{ verb: 'pause' as const, seconds: wait }]),
    {
      verb: 'dial',
      legs: planned.legs.flatMap((leg, place) => (rings(leg) ? [toLeg(leg, { plan, step, place }, context)] : [])),
      seconds: planned.seconds,
      maxSeconds,
      callerId: plan.callerId,
      doneHook: `${context.hooks}/dial/${step}`,
      ...(plan.recording && { recordingHook: `${context.hooks}/recording` }),
    },
  ]
}

type Position = { plan: Plan; step: number; place: number }
function toLeg(leg: PlannedLeg, { plan, step, place }: Position, { hooks, businessId, callId }: PlanContext): RingLeg {
  const statusHook = `${hooks}/leg/${step}/${place}`
  // A browser phone shows what the call is about and has no voicemail, so it needs neither whisper nor screening.
  if (leg.kind === 'softphone')
    return { address: { identity: identityOf(leg.userId, businessId) }, statusHook, parameters: { callId } }
  const isHeard = plan.whisper !== null || plan.screening
  return {
    address: { phone: leg.phone },
    statusHook,
    ...(isHeard && { whisperHook: `${hooks}/whisper/${step}/${place}` }),
  }
}

function closing(wanted: Closing, { language }: Plan, { hooks }: PlanContext): Instruction[] {
  if (wanted.kind === 'reject') return [{ verb: 'reject', reason: wanted.reason }]
  if (wanted.kind === 'hangup') return HANGUP
  const said: Instruction = { verb: 'say', text: wanted.text, language }
  if (wanted.kind === 'message') return [said, ...HANGUP]
  return [
    said,
    {
      verb: 'record',
      maxSeconds: VOICEMAIL_SECONDS_MAX,
      doneHook: `${hooks}/voicemail`,
      recordingHook: `${hooks}/recording`,
    },
    ...HANGUP,
  ]
}

type OfPhone = { step: number; place: number }

/**
 * What the answering phone hears before the caller. With screening it must press 1, else it counts as not answered.
 * Keys are read during the announcement, so 1 can be pressed at once.
 */
export function whispered(plan: Plan, at: OfPhone, context: PlanContext): Instruction[] {
  const { whisper, screening, language } = plan
  const said = whisper ? [{ text: whisper, language }] : []
  if (!screening) return said.map((one) => ({ verb: 'say', ...one }))
  return asking(plan, { said, hook: `screen/${at.step}/${at.place}` }, context)
}

/** An empty program connects the caller. After any other key the prompt is repeated. */
export function screened(plan: Plan, at: OfPhone, digits: string | undefined, context: PlanContext): Instruction[] {
  if (digits === '1') return []
  return asking(plan, { said: [], hook: `screen-again/${at.step}/${at.place}` }, context)
}
export const screenedAgain = (digits: string | undefined): Instruction[] => (digits === '1' ? [] : HANGUP)

type Asking = { said: { text: string; language: Plan['language'] }[]; hook: string }
function asking({ language }: Plan, { said, hook }: Asking, { hooks, texts }: PlanContext): Instruction[] {
  const prompts = [...said, { text: texts(language, 'press_1'), language }]
  return [{ verb: 'gather', seconds: SCREENING_SECONDS, doneHook: `${hooks}/${hook}`, prompts }, ...HANGUP]
}
