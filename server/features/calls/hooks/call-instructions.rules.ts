import { VOICEMAIL_SECONDS_MAX } from '#contract/calls/routing.ts'
import { WAITS } from '#contract/calls/softphone.ts'
import type { Instruction, PlayedSound, RingLeg, SpokenText } from '../../../providers/voice/voice.ts'
import { isHeardNow } from '../../call-flows/engine/stops.rules.ts'
import {
  type Closing,
  mustPress1,
  type Plan,
  type PlannedLeg,
  type Prompt,
  type Rest,
  type Texts,
} from '../../numbers/routing.rules.ts'
import { identityOf } from '../../softphone/softphone.rules.ts'
import { isLeadsStep, type Step } from './call-facts.rules.ts'

/** Maximum talk time; a line left open would be billed until it drops. */
export const TALK_SECONDS_MAX = 7_200
const SCREENING_SECONDS = 5

export type PlanContext = {
  callId: string
  businessId: string
  /** Base URL of this call's hooks: `https://…/hooks/voice/{connection}/{call}`. */
  hooks: string
  texts: Texts
  /** The address of a sound. */
  soundUrl: (sound: Exclude<Prompt, { by: 'text' }>) => string
}

/** The step to ring now, its phones and the maximum talk time; undefined: no phone is left to ring. */
type Ringing = { step: number; rings: (leg: PlannedLeg) => boolean; maxSeconds: number } | undefined

/** The first instructions of a call. */
export function beginning(plan: Plan, ringing: Ringing, context: PlanContext): Instruction[] {
  const { announcement, language } = plan
  const said: Instruction[] = announcement ? [{ verb: 'say', text: announcement, language }] : []
  return [...said, ...stepOrClosing(plan, { from: 1, ringing }, context)]
}

/** After a cut-off on our side, the caller is connected to the same member again, or to the next phone. */
export function afterCutOff(plan: Plan, ringing: Ringing, context: PlanContext): Instruction[] {
  const { language } = plan
  const key = ringing && isBackStep(plan, ringing.step) ? 'cut_off.back' : 'cut_off.next'
  const said: Instruction = { verb: 'say', text: context.texts(language, key), language }
  return [...(ringing ? [said] : []), ...stepOrClosing(plan, { from: Infinity, ringing }, context)]
}

/** Whether a step waits for a page to reload and then rings it. */
const isBackStep = (plan: Plan, step: number) => plan.steps[step - 1]?.wait !== undefined

/** What follows an unanswered step. When a reloaded page did not return, the caller hears an announcement first. */
export function afterStep(plan: Plan, step: number, next: Next, context: PlanContext): Instruction[] {
  const { ringing } = next
  const isGivenUp = isBackStep(plan, step) && !(ringing && isBackStep(plan, ringing.step))
  return isGivenUp ? afterCutOff(plan, ringing, context) : stepOrClosing(plan, next, context)
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

/** `from`: the step after the one that ended; those between it and `ringing` ring no phone. */
export type Next = { from: number; ringing: Ringing }
/** The next step, else what the caller hears in a menu or while waiting, else the closing. */
export function stepOrClosing(plan: Plan, { from, ringing }: Next, context: PlanContext): Instruction[] {
  const planned = ringing && plan.steps[ringing.step - 1]
  const passed = plan.steps.slice(from - 1, ringing?.step).flatMap(({ said = [] }) => said)
  const said = heard(passed, context)
  if (!planned) {
    const isAsked = plan.flow && isHeardNow(plan.flow)
    return [...said, ...(plan.flow && isAsked ? asked(plan.flow, context) : closing(plan.closing, plan, context))]
  }
  const { step, rings, maxSeconds } = ringing
  const { wait } = planned
  return [
    ...said,
    ...(wait === undefined ? [] : [{ verb: 'pause' as const, seconds: wait }]),
    {
      verb: 'dial',
      legs: planned.legs.flatMap((leg, place) => (rings(leg) ? [toLeg(leg, { plan, step, place }, context)] : [])),
      seconds: planned.seconds,
      maxSeconds,
      callerId: callerIdIn(plan, step),
      doneHook: `${context.hooks}/dial/${step}`,
      ...(settingsIn(plan, step).recording && { recordingHook: `${context.hooks}/recording` }),
    },
  ]
}

type Position = { plan: Plan; step: number; place: number }
function toLeg(leg: PlannedLeg, { plan, step, place }: Position, { hooks, businessId, callId }: PlanContext): RingLeg {
  const statusHook = `${hooks}/leg/${step}/${place}`
  // A browser phone shows what the call is about and has no voicemail, so it needs neither whisper nor screening.
  if (leg.kind === 'softphone')
    return {
      address: { identity: identityOf(leg.userId, businessId) },
      statusHook,
      parameters: { callId, ...(waitsOnBusyPhone(plan, step) && { [WAITS]: '1' }) },
    }
  const { whisper, screening } = settingsIn(plan, step)
  const isHeard = whisper !== null || mustPress1(screening, leg)
  return {
    address: { phone: leg.phone },
    statusHook,
    ...(isHeard && { whisperHook: `${hooks}/whisper/${step}/${place}` }),
  }
}

/** Whether the call may wait on a phone in a conversation: nothing is lost by it, as no further phone would ring. */
const waitsOnBusyPhone = ({ steps, flow }: Plan, step: number) =>
  (steps[step - 1]?.legs.length ?? 0) > 1 || (step === steps.length && !flow)

/** All phones of a step. */
export const toLegs = (plan: Plan, step: number, context: PlanContext): RingLeg[] =>
  (plan.steps[step - 1]?.legs ?? []).map((leg, place) => toLeg(leg, { plan, step, place }, context))

/** The number that the phones of a step show; null: the caller's. Browsers show the caller in any case. */
export function callerIdIn(plan: Plan, step: number): string | null {
  const { again, legs = [] } = plan.steps[step - 1] ?? {}
  const showsCalled = again || (settingsIn(plan, step).showsCalled && legs.some(({ kind }) => kind === 'phone'))
  return plan.callerId ?? (showsCalled ? (plan.called ?? null) : null)
}

/** The settings by which a step is rung. */
const settingsIn = (plan: Plan, step: number) => plan.steps[step - 1]?.settings ?? plan

const soundOf = (prompt: Prompt, { soundUrl }: PlanContext): SpokenText | PlayedSound =>
  prompt.by === 'text' ? { text: prompt.text, language: prompt.language } : { url: soundUrl(prompt) }
const heard = (prompts: readonly Prompt[], context: PlanContext): Instruction[] =>
  prompts.map((prompt) => {
    const sound = soundOf(prompt, context)
    return 'url' in sound ? { verb: 'play', ...sound } : { verb: 'say', ...sound }
  })

/** After a spoken text a caller who waits hears silence; music goes on at once. */
const WAIT_SILENCE_SECONDS = 10
const WAIT_MUSIC_SECONDS = 1
/** What the caller hears in a menu, or in a turn of waiting, while a key is waited for. */
function asked({ at, content, said = [], turn, waiting }: Rest, context: PlanContext): Instruction[] {
  const step = content.steps.find(({ id }) => id === at)
  const { language } = content.settings
  const gather = (kind: 'menu' | 'wait', prompts: readonly Prompt[], seconds: number): Instruction[] => [
    {
      verb: 'gather',
      seconds,
      doneHook: `${context.hooks}/${kind}/${turn}`,
      prompts: prompts.map((prompt) => soundOf(prompt, context)),
      isEachAnswer: true,
    },
  ]
  if (waiting?.hears) {
    const isSpoken = waiting.hears.at(-1)?.by === 'text'
    return gather('wait', waiting.hears, isSpoken ? WAIT_SILENCE_SECONDS : WAIT_MUSIC_SECONDS)
  }
  if (step?.kind !== 'menu') return HANGUP
  const { spoken, seconds } = step
  // A menu without a text is not silent by mistake: what its keys do was said before it.
  const own: Prompt[] = spoken.by === 'sound' ? [spoken] : spoken.text ? [{ ...spoken, language }] : []
  return gather('menu', [...said, ...own], seconds)
}

function closing(wanted: Closing, { language }: Plan, context: PlanContext): Instruction[] {
  const { hooks } = context
  const before = heard(wanted.said ?? [], context)
  if (wanted.kind === 'reject') return [{ verb: 'reject', reason: wanted.reason }]
  if (wanted.kind === 'hangup') return [...before, ...HANGUP]
  const { kind, text, soundId } = wanted
  const last: Prompt =
    soundId === undefined ? { by: 'text', text, language: wanted.language ?? language } : { by: 'sound', soundId }
  const said = [...before, ...heard([last], context)]
  if (kind === 'message') return [...said, ...HANGUP]
  return [
    ...said,
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
  const { whisper, screening, language } = settingsIn(plan, at.step)
  const said = whisper ? [{ text: whisper, language }] : []
  if (!mustPress1(screening, plan.steps[at.step - 1]?.legs[at.place])) {
    const heard: Instruction[] = said.map((one) => ({ verb: 'say', ...one }))
    // The talk with a lead begins after that: before, their phone cannot be moved.
    return isLeadsStep(plan, at.step)
      ? [...heard, { verb: 'ask', hook: `${context.hooks}/screen/${at.step}/${at.place}` }]
      : heard
  }
  return asking(language, { said, hook: `screen/${at.step}/${at.place}` }, context)
}

/** An empty program connects the caller. After any other key the prompt is repeated. */
export function screened(plan: Plan, at: OfPhone, digits: string | undefined, context: PlanContext): Instruction[] {
  if (digits === '1') return []
  return asking(settingsIn(plan, at.step).language, { said: [], hook: `screen-again/${at.step}/${at.place}` }, context)
}
export const screenedAgain = (digits: string | undefined): Instruction[] => (digits === '1' ? [] : HANGUP)

type Asking = { said: { text: string; language: Plan['language'] }[]; hook: string }
function asking(language: Plan['language'], { said, hook }: Asking, { hooks, texts }: PlanContext): Instruction[] {
  const prompts = [...said, { text: texts(language, 'press_1'), language }]
  return [{ verb: 'gather', seconds: SCREENING_SECONDS, doneHook: `${hooks}/${hook}`, prompts }, ...HANGUP]
}
