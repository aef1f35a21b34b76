import { FLOW_JUMPS_MAX, type FlowContent, type FlowStep, type FlowStepOf } from '#contract/calls/flows/flow-shapes.ts'
import { branchOfKey, firstIn, otherwiseOf, stepAfter } from '#contract/calls/flows/flow-tree.ts'
import { RING_MAX } from '#contract/calls/routing.ts'
import type { Db } from '../../../platform/db/db.ts'
import type {
  Closing,
  Plan,
  PlannedLeg,
  PlannedStep,
  Prompt,
  Rest,
  RouteFacts,
  Texts,
} from '../../numbers/routing.rules.ts'
import { listPublished } from '../call-flows.queries.ts'
import { asksWhoIsIdle, byChance, keyOf, phonesToRing, reachableOf, withoutWeight } from './ring-legs.rules.ts'
import { byTurn, isIdle } from './ring-turns.rules.ts'
import { claimPhones, offerAnyway, turnsOf } from './ring-turns.service.ts'
import { inLanguage, settingsOf } from './route-call.rules.ts'
import { isHeardNow } from './stops.rules.ts'
import { findLine, joinLine, leaveLine } from './waiting.queries.ts'
import { sorry, type Walked, walk } from './walk.rules.ts'

/** A bound for a fault of our own: each round passes a step or rings a phone. */
const ROUNDS_MAX = 500
/** A caller who waits hears in the first of each of these turns that a key asks to be called back. */
const OFFER_TURNS = 4

export type AdvanceContext = {
  callId: string
  now: Date
  texts: Texts
  /** What routing knows, with what the steps of this flow ask. Undefined: the number is gone. */
  readFacts: (content: FlowContent) => Promise<RouteFacts | undefined>
}
type Turning = AdvanceContext & { tx: Db; businessId: string }
type At<Kind extends FlowStep['kind']> = { plan: Plan; rest: Rest; step: FlowStepOf<Kind>; facts: RouteFacts }

/** What a step decides. */
type Decision =
  /** The call stays at the step: phones ring, or the caller hears something. */
  | { stay: Rest; steps?: PlannedStep[] }
  /** It goes on with this step of the flow; undefined: there is none. */
  | { next: FlowStep | undefined; isOutOfTime?: boolean }
  | { jump: { id: string; version: number; content: FlowContent } }
  | { closing: Closing; callbackAsked?: true }

type Given = {
  plan: Plan
  /** The key pressed in a menu or while waiting; null: none. Undefined: its phones did not answer. */
  key?: string | null
}
/**
 * Decides how a call goes on at a step that asks the caller, or who is idle. The call's row is locked. The new plan rings
 * phones, asks the caller, or is complete.
 */
export async function advance(
  tx: Db,
  businessId: string,
  { plan, key }: Given,
  context: AdvanceContext,
): Promise<Plan> {
  const on = { ...context, tx, businessId }
  let going: Plan = { ...plan, since: plan.steps.length + 1 }
  let pressed = key
  for (let round = 0; going.flow && round < ROUNDS_MAX; round++) {
    const { flow: rest, steps } = going
    const facts = await context.readFacts(rest.content)
    const step = rest.content.steps.find(({ id }) => id === rest.at)
    const decision: Decision =
      facts && step ? await decide({ plan: going, rest, step, facts }, pressed, on) : over(rest, on)
    going = facts ? await applied(going, decision, facts, on) : ended(going, over(rest, on))
    const isStaying = 'stay' in decision || going.steps.length > steps.length
    if (isStaying || (going.flow && isHeardNow(going.flow))) break
    pressed = undefined
  }
  return going
}

type Stopped = { plan: Plan; rest: Rest; step: FlowStep; facts: RouteFacts }
function decide({ step, ...at }: Stopped, key: string | null | undefined, on: Turning): Decision | Promise<Decision> {
  if (step.kind === 'menu') return chooseKey({ ...at, step }, key)
  if (step.kind === 'ring') return ringNext({ ...at, step }, on)
  if (step.kind === 'wait') return wait({ ...at, step }, key, on)
  if (step.kind === 'flow') return jump({ ...at, step }, on)
  return { next: step }
}

const over = ({ content }: Rest, { texts }: Turning) => ({ closing: sorry(content.settings.language, texts) })

function chooseKey({ rest, step }: At<'menu'>, key: string | null | undefined): Decision {
  if (key === undefined) return { stay: rest }
  const { said: _, repeats = 0, ...own } = rest
  const turn = rest.turn + 1
  const known = key === null ? undefined : branchOfKey(step, key)
  if (!known && repeats < step.repeats) return { stay: { ...own, turn, repeats: repeats + 1 } }
  return { next: firstIn(rest.content.steps, { id: step.id, branch: known ?? otherwiseOf(step) }) }
}

async function jump({ rest, step }: At<'flow'>, on: Turning): Promise<Decision> {
  const [found] = rest.jumps < FLOW_JUMPS_MAX ? await listPublished(on.tx, on.businessId, [step.flowId]) : []
  return found ? { jump: found } : over(rest, on)
}

/** Rings the phone whose turn it is; each rings once. */
async function ringNext({ rest, step, facts }: At<'ring'>, on: Turning): Promise<Decision> {
  const { said, tried = [], ...own } = rest
  const { ring } = step
  const reachable = reachableOf(ring, facts)
  const left = phonesToRing(reachable).filter((leg) => !tried.includes(keyOf(leg)))
  const passed = { next: stepAfter(rest.content.steps, step), isOutOfTime: reachable.isOffShift && !tried.length }
  if (!left.length) return passed
  const knownBy = ring.knownFirst && !tried.length ? facts.knownBy : null
  const turns = await turnsOf(left, on)
  const ordered = byTurn(left, turns, { order: ring.order, knownBy })
  const [idle] = await claimPhones(ordered, { turns, seconds: ring.seconds, most: 1 }, on)
  const first = idle ?? (await offerAnyway(ordered, { turns, seconds: ring.seconds }, on))
  if (!first) return passed
  const planned = { seconds: ring.seconds, legs: [withoutWeight(first)], ...(said && { said }) }
  return { stay: { ...own, tried: [...tried, keyOf(first)], wasRingMet: true }, steps: [planned] }
}

async function wait({ rest, step, facts }: At<'wait'>, key: string | null | undefined, on: Turning): Promise<Decision> {
  const { tx, businessId, callId, now, texts } = on
  const { waiting, content } = rest
  const { present, isOffShift } = reachableOf(step.ring, facts)
  const { language } = content.settings
  // A caller who withholds the number cannot be called back.
  const offersCallback = step.offersCallback && facts.caller !== null
  if (key === '1' && waiting?.hears && offersCallback) {
    await leaveLine(tx, businessId, callId)
    return { closing: { kind: 'message', text: texts(language, 'wait.called_back'), language }, callbackAsked: true }
  }
  const isOver = waiting && now.getTime() - Date.parse(waiting.since) >= step.seconds * 1_000
  if (!present.length || isOver) {
    await leaveLine(tx, businessId, callId)
    return { next: stepAfter(content.steps, step), isOutOfTime: isOffShift }
  }
  const since = waiting ? new Date(waiting.since) : now
  await joinLine(tx, businessId, { callId, flowId: rest.id, version: rest.version, stepId: step.id, since, now })
  // Phones that did not answer ring again after a turn of music, so that one that refuses at once is not rung in a loop.
  const { said, tried = [], ...own } = rest
  const turn = rest.turn + (key === undefined ? 0 : 1)
  const { hears: _, ...stands } = waiting ?? { since: now.toISOString(), turns: 0 }
  const planned = await ringIdle(step, { present, tried, knownBy: facts.knownBy }, on)
  if (planned) {
    const steps = [{ ...planned, ...(said && { said }) }]
    return {
      stay: { ...own, turn, tried: [...tried, ...planned.legs.map(keyOf)], wasRingMet: true, waiting: stands },
      steps,
    }
  }
  const { ahead } = await findLine(tx, businessId, on)
  return {
    stay: { ...own, turn, waiting: musicOf({ ...step, offersCallback }, { stands, ahead, said, language }, texts) },
  }
}

type Line = {
  stands: NonNullable<Rest['waiting']>
  ahead: number
  said: Prompt[] | undefined
  language: Plan['language']
}
/** A turn of music, with the caller's place in line when it changed. */
function musicOf(
  { music, tellsPlace, offersCallback }: FlowStepOf<'wait'>,
  { stands, ahead, said = [], language }: Line,
  texts: Texts,
) {
  const { turns } = stands
  const place = ahead + 1
  const say = (key: string): Prompt => ({ by: 'text', text: texts(language, key, { place }), language })
  const played: Prompt =
    music?.by === 'text' && music.text
      ? { by: 'text', text: music.text, language }
      : music?.by === 'sound'
        ? { by: 'sound', soundId: music.soundId, part: turns }
        : { by: 'music', part: turns }
  const hears = [
    ...said,
    ...(tellsPlace && stands.place !== place ? [say('wait.place')] : []),
    ...(offersCallback && turns % OFFER_TURNS === 0 ? [say('wait.callback')] : []),
    played,
  ]
  return { ...stands, turns: turns + 1, ...(tellsPlace && { place }), hears }
}

type Free = {
  present: ReturnType<typeof reachableOf>['present']
  /** Phones that have just rung for this caller. */
  tried: readonly string[]
  knownBy: string | null
}
/**
 * Rings idle phones, if there are more of them than earlier callers for whom no phone rings. Together: as many as are
 * left when each other caller gets one. Where people ring in turn, none is passed over for having just rung.
 */
async function ringIdle(
  { ring }: FlowStepOf<'wait'>,
  { present, tried, knownBy }: Free,
  on: Turning,
): Promise<PlannedStep | undefined> {
  const { tx, businessId } = on
  const turns = await turnsOf(present, on)
  const { unserved, others } = await findLine(tx, businessId, on)
  const idle = present.filter((leg) => isIdle(turns, leg))
  const listed = ring.order === 'weighted' ? byChance(idle, Math.random) : idle
  const hasRung = (leg: PlannedLeg) => tried.includes(keyOf(leg))
  const isKnownLeft = ring.knownFirst && !idle.some((leg) => leg.userId === knownBy && hasRung(leg))
  const ordered = byTurn(listed, turns, { order: ring.order, knownBy: isKnownLeft ? knownBy : null })
  if (ordered.length <= unserved) return undefined
  const most = ring.order === 'together' ? Math.min(RING_MAX, Math.max(1, ordered.length - others)) : 1
  const people = asksWhoIsIdle(ring.order) ? ordered.filter(({ userId }) => userId !== null) : []
  const first = people.findIndex(hasRung)
  const passedOver = first === -1 ? [] : people.slice(first)
  const left = ordered.filter((leg) => !hasRung(leg) && !passedOver.includes(leg))
  const legs = await claimPhones(left, { turns, seconds: ring.seconds, most }, on)
  return legs.length ? { seconds: ring.seconds, legs: legs.map(withoutWeight) } : undefined
}

/** What was to be said before the step; a menu is heard with it. */
const unheard = ({ content, at, said }: Rest) =>
  content.steps.find(({ id }) => id === at)?.kind === 'menu' ? undefined : said

/** The plan after a decision. */
function applied(plan: Plan, decision: Decision, facts: RouteFacts, on: Turning): Plan | Promise<Plan> {
  const { flow: rest } = plan
  if (!rest) return plan
  const said = unheard(rest)
  if ('closing' in decision)
    return ended(plan, { ...decision, closing: { ...decision.closing, ...(said && { said }) } })
  if ('stay' in decision) {
    const settings = settingsIn(rest, facts, on)
    const steps = (decision.steps ?? []).map((step) => ({ ...step, ...settings }))
    return { ...plan, steps: [...plan.steps, ...steps], flow: decision.stay }
  }
  if ('jump' in decision) return jumped(plan, decision.jump, on)
  const isOutOfTime = plan.block === 'out_of_time' || decision.isOutOfTime === true
  const from = { rest, from: decision.next, said }
  return walkOn({ ...plan, block: isOutOfTime ? 'out_of_time' : plan.block }, from, facts, on)
}

const settingsIn = (rest: Rest, facts: RouteFacts, { texts }: Turning) =>
  rest.jumps > 0 ? { settings: settingsOf(rest.content, facts, texts) } : {}

function ended(
  { flow: _, ...plan }: Plan,
  { closing, callbackAsked }: { closing: Closing; callbackAsked?: true },
): Plan {
  return { ...plan, closing: inLanguage(closing, plan.language), ...(callbackAsked && { callbackAsked }) }
}

async function jumped(
  plan: Plan,
  found: { id: string; version: number; content: FlowContent },
  on: Turning,
): Promise<Plan> {
  const { flow: rest } = plan
  if (!rest) return plan
  const facts = await on.readFacts(found.content)
  if (!facts) return ended(plan, over(rest, on))
  const next = { ...rest, ...found, jumps: rest.jumps + 1 }
  return walkOn(plan, { rest: next, from: found.content.steps[0], said: rest.said }, facts, on)
}

/** `said`: not heard yet. */
type From = { rest: Rest; from: FlowStep | undefined; said: Prompt[] | undefined }
function walkOn(plan: Plan, { rest, from, said }: From, facts: RouteFacts, on: Turning): Plan {
  const { content } = rest
  const met = {
    wasOpenAsked: rest.wasOpenAsked,
    isOutOfTime: plan.block === 'out_of_time',
    wasRingMet: rest.wasRingMet || plan.steps.length > 0,
    isRung: plan.steps.length > 0,
    isHeard:
      plan.announcement !== null ||
      rest.turn > 1 ||
      rest.said !== undefined ||
      rest.waiting !== undefined ||
      isHeardNow(rest),
  }
  const { settings } = { settings: undefined, ...settingsIn(rest, facts, on) }
  const start = { content, from, met, settings, said: said ?? [] }
  const walked = walk(start, { facts, now: on.now, texts: on.texts, random: Math.random })
  const next: Plan = {
    ...plan,
    block: walked.met.isOutOfTime ? 'out_of_time' : plan.block,
    steps: [...plan.steps, ...walked.steps],
  }
  if ('closing' in walked.end) return ended(next, walked.end)
  return { ...next, flow: stoppedAt(rest, walked.end, walked.met) }
}

const stoppedAt = (
  { id, version, content, turn, jumps }: Rest,
  { stop, said }: Extract<Walked['end'], { stop: unknown }>,
  met: Walked['met'],
): Rest => ({
  ...{ id, version, content, jumps, at: stop.id },
  // A hook of the menu before is repeated with its own number.
  turn: turn + 1,
  ...(said.length > 0 && { said }),
  ...{ wasOpenAsked: met.wasOpenAsked, wasRingMet: met.wasRingMet },
})
