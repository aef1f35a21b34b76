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

/** What the caller gets first. */
export function beginning(plan: Plan, context: PlanContext): Instruction[] {
  const { announcement, language } = plan
  const said: Instruction[] = announcement ? [{ verb: 'say', text: announcement, language }] : []
  return [...said, ...stepOrClosing(plan, 1, context)]
}

/** What follows a step of the ring list: nothing more where they spoke, else the next one. */
export const afterStep = (plan: Plan, { step, bridged }: { step: number; bridged: boolean }, context: PlanContext) =>
  bridged ? HANGUP : stepOrClosing(plan, step + 1, context)

const HANGUP: Instruction[] = [{ verb: 'hangup' }]

function stepOrClosing(plan: Plan, step: number, context: PlanContext): Instruction[] {
  const planned = plan.steps[step - 1]
  if (!planned) return closing(plan.closing, plan, context)
  return [
    {
      verb: 'dial',
      legs: planned.legs.map((leg, place) => toLeg(leg, { plan, step, place }, context)),
      seconds: planned.seconds,
      maxSeconds: TALK_SECONDS_MAX,
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

/** What whoever answered a phone hears before the caller; without a key pressed the phone counts as not answered. */
export function whispered(
  plan: Plan,
  at: { step: number; place: number },
  { hooks, texts }: PlanContext,
): Instruction[] {
  const { whisper, screening, language } = plan
  const said: Instruction[] = whisper ? [{ verb: 'say', text: whisper, language }] : []
  if (!screening) return said
  const prompt = { text: texts(language, 'press_1'), language }
  const doneHook = `${hooks}/screen/${at.step}/${at.place}`
  return [...said, { verb: 'gather', seconds: SCREENING_SECONDS, doneHook, prompt }, ...HANGUP]
}

/** An empty program puts them through. */
export const screened = (digits: string | undefined): Instruction[] => (digits === '1' ? [] : HANGUP)
