import type { FlowContent, FlowStep, FlowStepOf, Spoken } from '#contract/calls/flows/flow-shapes.ts'
import { firstIn, stepAfter } from '#contract/calls/flows/flow-tree.ts'
import { standardTexts } from '#contract/calls/routing.ts'
import type { Language } from '#contract/constants.ts'
import { isOpenAt } from '../../numbers/opening-hours.rules.ts'
import type { Closing, PlannedStep, Prompt, RouteFacts, StepSettings, Texts } from '../../numbers/routing.rules.ts'
import { hoursOfBusiness } from '../../working-hours/working-hours.rules.ts'
import { asksWhoIsIdle, phonesToRing, reachableOf, stepsOf } from './ring-legs.rules.ts'

/** What walking a flow needs besides the flow. */
export type WalkContext = {
  facts: RouteFacts
  now: Date
  texts: Texts
  /** 0 to 1, for orders by chance. */
  random: () => number
}

/** What a call has met on its way through flows. */
export type Met = {
  /** An open step was passed. */
  wasOpenAsked: boolean
  /** Closed at the first open step, or all people of a ring step were off shift. */
  isOutOfTime: boolean
  /** A ring step was passed, even if none of its phones could be rung. */
  wasRingMet: boolean
  /** A phone has rung or is planned to. */
  isRung: boolean
  /** The caller has heard something. */
  isHeard: boolean
}
export const NOTHING_MET: Met = {
  wasOpenAsked: false,
  isOutOfTime: false,
  wasRingMet: false,
  isRung: false,
  isHeard: false,
}

/** A stop asks the caller, who is idle, or for another flow. */
export type Stop = FlowStepOf<'menu' | 'wait' | 'flow' | 'ring'>
/** A step that was passed: the branch that it took, and the phones that it is to ring. */
export type PathStep = { id: string; branch?: 'open' | 'closed'; rings?: PlannedStep[] }
export type Walked = {
  steps: PlannedStep[]
  /** The steps that were passed, without the one at which the walk stopped. */
  path: PathStep[]
  met: Met
  end: { closing: Closing } | { stop: Stop; said: Prompt[] }
}

type Start = {
  content: FlowContent
  /** Undefined: the flow has ended. */
  from: FlowStep | undefined
  met: Met
  /** Set for a flow to which a step of another led. */
  settings?: StepSettings | undefined
  /** Heard before. */
  said?: Prompt[]
}

/** What was planned and met on the way; `heard`: what the caller hears before whatever comes next. */
type Way = { steps: PlannedStep[]; path: PathStep[]; met: Met; heard: Prompt[] }
type On = { content: FlowContent; settings: StepSettings | undefined; context: WalkContext }

/**
 * Walks a flow from a step on as far as it needs nothing from the caller and does not depend on who is idle: through
 * conditions, greetings and ring steps. Pure; a flow has no way back, so it ends.
 */
export function walk({ content, from, met, settings, said = [] }: Start, context: WalkContext): Walked {
  const way: Way = { steps: [], path: [], met: { ...met }, heard: [...said] }
  const on = { content, settings, context }
  let at = from
  while (at) {
    const stop = stopAt(at, context.facts)
    if (stop) return { ...way, end: { stop, said: way.heard } }
    if (at.kind === 'open') at = passOpen(at, way, on)
    else if (at.kind === 'say') at = passSay(at, way, on)
    else if (at.kind === 'ring') at = passRing(at, way, on)
    else if (isEnding(at)) return endAt(at, way, on)
    else break
  }
  // A published flow ends every way.
  return { ...way, end: { closing: after(way.heard, sorry(content.settings.language, context.texts)) } }
}

function stopAt(at: FlowStep, facts: RouteFacts): Stop | undefined {
  if (at.kind === 'menu' || at.kind === 'wait' || at.kind === 'flow') return at
  if (at.kind !== 'ring' || !asksWhoIsIdle(at.ring.order)) return undefined
  return phonesToRing(reachableOf(at.ring, facts)).length ? at : undefined
}

const isEnding = (at: FlowStep): at is Ending =>
  at.kind === 'voicemail' || at.kind === 'forward' || at.kind === 'message' || at.kind === 'hangup'

const after = <T extends object>(heard: Prompt[], next: T): T & { said?: Prompt[] } =>
  heard.length ? { ...next, said: heard } : next

function passOpen(at: FlowStepOf<'open'>, { met, path }: Way, { content, context }: On): FlowStep | undefined {
  const isOpen = isOpenFor(at, context.facts, context.now)
  path.push({ id: at.id, branch: isOpen ? 'open' : 'closed' })
  if (!isOpen && !met.wasOpenAsked) met.isOutOfTime = true
  met.wasOpenAsked = true
  return firstIn(content.steps, { id: at.id, branch: isOpen ? 'open' : 'closed' })
}

function passSay(at: FlowStepOf<'say'>, way: Way, { content, context: { facts, texts } }: On): FlowStep | undefined {
  const { language } = content.settings
  if (at.firstTimeOnly && facts.hasSpoken) return stepAfter(content.steps, at)
  const standard = () => texts(language, standardTexts.announcement(content.settings), campaignOf(facts))
  way.heard.push(promptOf(at.spoken, language, standard))
  way.met.isHeard = true
  way.path.push({ id: at.id })
  return stepAfter(content.steps, at)
}

function passRing(at: FlowStepOf<'ring'>, way: Way, { content, settings, context }: On): FlowStep | undefined {
  const { facts, random } = context
  const reachable = reachableOf(at.ring, facts)
  way.met.wasRingMet = true
  way.met.isOutOfTime ||= reachable.isOffShift
  const planned = stepsOf(at.ring, phonesToRing(reachable), { knownBy: facts.knownBy, random })
  way.path.push({ id: at.id, rings: planned })
  plan(way, planned, settings)
  return stepAfter(content.steps, at)
}

function plan(way: Way, planned: PlannedStep[], settings: StepSettings | undefined) {
  const [first, ...others] = planned.map((step) => ({ ...step, ...(settings && { settings }) }))
  if (!first) return
  way.steps.push(after(way.heard, first), ...others)
  way.met.isRung = true
  way.heard = []
}

function endAt(at: Ending, way: Way, { content, settings, context }: On): Walked {
  const { step, closing } = closingAt(at, { content, met: way.met }, context)
  way.path.push({ id: at.id, ...(step && { rings: [step] }) })
  plan(way, step ? [step] : [], settings)
  return { ...way, end: { closing: after(way.heard, closing) } }
}

const campaignOf = ({ campaign }: RouteFacts) => ({ campaign: campaign?.name ?? '' })

/** What is heard; an empty text is the standard one. */
export const promptOf = (spoken: Spoken, language: Language, standard: () => string): Prompt =>
  spoken.by === 'sound' ? spoken : { by: 'text', text: spoken.text || standard(), language }

function isOpenFor({ condition }: FlowStepOf<'open'>, { flow, calendar }: RouteFacts, now: Date): boolean {
  if (condition.by === 'own') return isOpenAt(condition.hours, now, calendar ? hoursOfBusiness(calendar) : undefined)
  return flow?.isOpen[condition.by] ?? true
}

/** The standard message of a call that was not answered. */
export const sorry = (language: Language, texts: Texts): Closing => ({
  kind: 'message',
  text: texts(language, standardTexts.noAnswer('message')),
  language,
})

/** Whether the step stands in a branch `closed`, however deep. */
function isInClosed(steps: readonly FlowStep[], { parent }: FlowStep): boolean {
  if (!parent) return false
  if (parent.branch === 'closed') return true
  const owner = steps.find(({ id }) => id === parent.id)
  return owner !== undefined && isInClosed(steps, owner)
}

type Ending = FlowStepOf<'voicemail' | 'message' | 'hangup' | 'forward'>
/** How a call ends at a step; another phone is rung first. */
function closingAt(
  at: Ending,
  { content, met }: { content: FlowContent; met: Met },
  { facts, texts }: WalkContext,
): { step?: PlannedStep; closing: Closing } {
  const { language } = content.settings
  const isClosed = isInClosed(content.steps, at)
  if (at.kind === 'forward') {
    const { phone, seconds } = at
    const closing = sorry(language, texts)
    // A virtual number would lead back here.
    if (facts.virtual.includes(phone)) return { closing }
    return { step: { seconds, legs: [{ kind: 'phone', phone, userId: null }] }, closing }
  }
  if (at.kind === 'hangup') {
    if (met.isRung) return { closing: { kind: 'hangup' } }
    // If phones were to ring and none could, the caller hears an announcement before the call ends.
    if (!isClosed && (met.wasRingMet || !facts.flow)) return { closing: sorry(language, texts) }
    return { closing: met.isHeard ? { kind: 'hangup' } : { kind: 'reject', reason: 'busy' } }
  }
  const standard = standardTexts[isClosed ? 'outside' : 'noAnswer'](at.kind)
  const { kind, spoken } = at
  if (spoken.by === 'sound') return { closing: { kind, text: '', soundId: spoken.soundId } }
  return { closing: { kind, text: spoken.text || texts(language, standard), language } }
}
