import { type Block, SCREENED } from '#contract/calls/call-statuses.ts'
import { flowOfRouting } from '#contract/calls/flows/flow-of-routing.ts'
import type { FlowContent } from '#contract/calls/flows/flow-shapes.ts'
import { standardTexts } from '#contract/calls/routing.ts'
import { COME_BACK_SECONDS } from '#contract/calls/softphone.ts'
import { TRANSFER_RING_SECONDS } from '#contract/calls/talk.ts'
import {
  type Closing,
  isRunning,
  type OwnLeg,
  type Plan,
  type PlannedLeg,
  type PlannedStep,
  type Rest,
  type RouteFacts,
  type StepSettings,
  settingsAfterLead,
  type Texts,
} from '../../numbers/routing.rules.ts'
import { phonesToRing, reachableOf, withoutWeight } from './ring-legs.rules.ts'
import { NOTHING_MET, sorry, type Walked, walk } from './walk.rules.ts'

/**
 * Routes a call: first checks what blocks it, then walks the number's flow, or its own routing as a flow, as far as it
 * needs nothing from the caller and does not depend on who is idle.
 */
export function routeCall(facts: RouteFacts, now: Date, texts: Texts, random = Math.random): Plan {
  const { number, caller } = facts
  const content = facts.flow?.content ?? flowOfRouting(number.routing)
  const block = refusalOf(facts, now)
  const rest: Plan = {
    block,
    announcement: null,
    ...settingsOf(content, facts, texts),
    callerId: caller === null ? number.phone : null,
    called: number.phone,
    steps: [],
    closing: block === SCREENED ? { kind: 'reject', reason: 'rejected' } : { kind: 'reject', reason: 'busy' },
  }
  if (block) return rest
  const context = { facts, now, texts, random }
  const { steps, end, met } = walk({ content, from: content.steps[0], met: NOTHING_MET }, context)
  const { announcement, ...walked } = withAnnouncement({ steps, end })
  return {
    ...rest,
    block: met.isOutOfTime ? 'out_of_time' : null,
    announcement,
    steps: walked.steps,
    ...endOf(walked.end, rest, { content, facts, met, texts }),
  }
}

/** How phones are rung by a flow. */
export function settingsOf({ settings }: FlowContent, { campaign }: RouteFacts, texts: Texts): StepSettings {
  const { language, recording, screening, whisper, shownNumber } = settings
  const spoken = () => whisper.text || texts(language, standardTexts.whisper(), { campaign: campaign?.name ?? '' })
  return {
    ...{ language, recording, screening, whisper: whisper.isOn ? spoken() : null },
    ...(shownNumber === 'called' && { showsCalled: true }),
  }
}

/** What a caller hears first is the plan's announcement, if it is a text. */
function withAnnouncement({ steps, end }: Pick<Walked, 'steps' | 'end'>) {
  const of = 'closing' in end ? end.closing : end
  const [first] = steps
  const said = first ? first.said : of.said
  const [greeting, ...others] = said ?? []
  if (greeting?.by !== 'text') return { announcement: null, steps, end }
  const left = <T extends { said?: unknown }>({ said: _, ...one }: T) => ({
    ...one,
    ...(others.length && { said: others }),
  })
  if (first) return { announcement: greeting.text, steps: [left(first), ...steps.slice(1)], end }
  return {
    announcement: greeting.text,
    steps,
    end: 'closing' in end ? { closing: left(end.closing) as Closing } : { ...end, said: others },
  }
}

type Where = { content: FlowContent; facts: RouteFacts; met: Walked['met']; texts: Texts }
function endOf(end: Walked['end'], { language }: Plan, { content, facts, met, texts }: Where) {
  if ('closing' in end) return { closing: inLanguage(end.closing, language) }
  const flow: Rest = {
    id: facts.flow?.id ?? null,
    version: facts.flow?.version ?? null,
    content,
    at: end.stop.id,
    ...(end.said.length > 0 && { said: end.said }),
    turn: 1,
    jumps: 0,
    wasOpenAsked: met.wasOpenAsked,
    wasRingMet: met.wasRingMet,
  }
  return { closing: inLanguage(sorry(language, texts), language), flow }
}

/** A closing names its language only if it is not the plan's. */
export function inLanguage(closing: Closing, language: Plan['language']): Closing {
  if (!('language' in closing) || closing.language !== language) return closing
  const { language: _, ...own } = closing
  return own
}

/** The phones that would ring first: for a test call. Those of the first step that rings, if a menu comes before. */
export function firstPhones(plan: Plan, facts: RouteFacts): { seconds: number; legs: PlannedLeg[] } | undefined {
  const [planned] = plan.steps
  if (planned) return planned
  for (const step of plan.flow?.content.steps ?? []) {
    if (step.kind !== 'ring' && step.kind !== 'wait') continue
    const legs = phonesToRing(reachableOf(step.ring, facts)).map(withoutWeight)
    if (legs.length) return { seconds: step.ring.seconds, legs }
  }
  return undefined
}

/** Why a call rings no phone at all, if so. */
export function refusalOf({ number, campaign, screenedBy }: RouteFacts, now: Date): Block | null {
  if (screenedBy) return SCREENED
  return number.state !== 'active' || !campaign || !isRunning(campaign, now) ? 'not_active' : null
}

/**
 * A page that reloads is offline at first. It is tried after each of these pauses, in seconds, and rings for
 * BACK_RING_SECONDS once it is online.
 */
const BACK_WAITS = [1, 2, 2, 2, 2]
const BACK_RING_SECONDS = 8

/** Steps that ring a person again, put a call through, or are a talk, are not the routing's. */
const isOfRouting = ({ wait, transfer, room }: PlannedStep) => wait === undefined && !transfer && !room

type CutOff = { plan: Plan; step: number; userId: string; isComingBack: boolean }
/**
 * Continues a call that was cut off. Rings the same member first if their page reloads, then the others in the current
 * ring list, or, with a call flow, those of the call's steps. If no phone answers, the call ends with voicemail or an
 * announcement.
 */
export function cutOffPlan(
  { plan, step, userId, isComingBack }: CutOff,
  facts: RouteFacts,
  now: Date,
  texts: Texts,
): Plan {
  const { flow: _, ...known } = plan
  const { block, steps, closing } = routeCall(facts, now, texts)
  const isOther = (leg: PlannedLeg) => leg.userId !== userId || (isComingBack && leg.kind === 'phone')
  const rung = facts.flow ? plan.steps.filter(isOfRouting) : steps
  const others = rung.map(({ said: __, ...one }) => ({ ...one, legs: one.legs.filter(isOther) }))
  const back = isComingBack ? backSteps({ kind: 'softphone', userId }, now) : { steps: [] }
  const kind = !block && (facts.flow ? plan : { closing }).closing.kind === 'voicemail' ? 'voicemail' : 'message'
  return {
    ...known,
    steps: [...plan.steps.slice(0, step), ...back.steps, ...others.filter(({ legs }) => legs.length)],
    closing: { kind, text: texts(plan.language, `cut_off.${kind}`) },
    cutOff: step,
    ...(back.backUntil && { backUntil: back.backUntil }),
  }
}

/** Rings the browser of a person whose page may be reloading; after that, a telephone rings once. */
function backSteps(leg: PlannedLeg, now: Date): Pick<Plan, 'steps' | 'backUntil'> {
  const own: PlannedStep = { seconds: BACK_RING_SECONDS, legs: [leg] }
  if (leg.kind === 'phone') return { steps: [{ ...own, seconds: TRANSFER_RING_SECONDS }] }
  const backUntil = new Date(now.getTime() + COME_BACK_SECONDS * 1_000).toISOString()
  return { steps: BACK_WAITS.map((wait) => ({ ...own, wait })), backUntil }
}

/** A lead whom a member called is left alone: the person's phone rings again, and then the lead hears that we call back. */
export function cutOffLead(
  plan: Plan,
  { step, leg }: { step: number; leg: OwnLeg | null },
  now: Date,
  texts: Texts,
): Plan {
  const settings = settingsAfterLead(plan)
  const { steps, ...until } = leg ? backSteps(leg, now) : { steps: [] }
  return {
    ...plan,
    ...until,
    steps: [...plan.steps.slice(0, step), ...steps.map((one) => ({ ...one, settings }))],
    closing: { kind: 'message', text: texts(plan.language, 'cut_off.message') },
    cutOff: step,
  }
}
