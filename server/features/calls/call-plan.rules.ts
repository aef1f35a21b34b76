import { VOICEMAIL_SECONDS_MAX } from '#contract/routing.ts'
import type { Instruction, RingLeg } from '../../providers/voice/voice.ts'
import type { Closing, Plan, PlannedLeg, Texts } from '../numbers/routing.rules.ts'
import { identityOf } from '../softphone/softphone.rules.ts'

/** Nobody speaks longer: a line that was forgotten open would be paid for until it falls. */
export const TALK_SECONDS_MAX = 7_200
const SCREENING_SECONDS = 5

export type PlanContext = {
  callId: string
  businessId: string
  /** Where this call's hooks are: `https://…/hooks/voice/{connection}/{call}`. */
  hooks: string
  texts: Texts
}

/** The step that is rung now, who of it, and how long they may speak; undefined: nobody is left to ring. */
type Ringing = { step: number; rings: (leg: PlannedLeg) => boolean; maxSeconds: number } | undefined

/** What the caller gets first. */
export function beginning(plan: Plan, ringing: Ringing, context: PlanContext): Instruction[] {
  const { announcement, language } = plan
  const said: Instruction[] = announcement ? [{ verb: 'say', text: announcement, language }] : []
  return [...said, ...stepOrClosing(plan, ringing, context)]
}

/** What a caller gets whose talk was cut off on our side. */
export function afterCutOff(plan: Plan, ringing: Ringing, context: PlanContext): Instruction[] {
  const { language } = plan
  const said: Instruction = { verb: 'say', text: context.texts(language, 'cut_off.next'), language }
  return [...(ringing ? [said] : []), ...stepOrClosing(plan, ringing, context)]
}

const HANGUP: Instruction[] = [{ verb: 'hangup' }]

/** The next step of the ring list, or what a caller gets whom nobody answered. */
export function stepOrClosing(plan: Plan, ringing: Ringing, context: PlanContext): Instruction[] {
  const planned = ringing && plan.steps[ringing.step - 1]
  if (!planned) return closing(plan.closing, plan, context)
  const { step, rings, maxSeconds } = ringing
  return [
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
  // In a browser one sees what the call is about, and no machine answers.
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
 * What whoever answered a phone hears before the caller; without a key pressed the phone counts as not answered. All of
 * it is said while keys are heard: who takes many calls presses 1 at once.
 */
export function whispered(plan: Plan, at: OfPhone, context: PlanContext): Instruction[] {
  const { whisper, screening, language } = plan
  const said = whisper ? [{ text: whisper, language }] : []
  if (!screening) return said.map((one) => ({ verb: 'say', ...one }))
  return asking(plan, { said, hook: `screen/${at.step}/${at.place}` }, context)
}

/** An empty program puts them through. After another key they are asked once more. */
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
