import type { Language } from '#contract/constants.ts'
import { dayOf } from '#contract/date-presets.ts'
import { type RingTarget, type Routing, standardTexts } from '#contract/routing.ts'
import { COME_BACK_SECONDS } from '#contract/softphone.ts'
import { isOpenAt } from './opening-hours.rules.ts'

/** Why a call is not put through, before any phone rings. The first that holds. */
export type Block = 'blacklisted' | 'not_active' | 'out_of_time'

/** What is known when a call comes in. */
export type RouteFacts = {
  number: { phone: string; state: string; routing: Routing }
  /** Days of the beginning and the end, both included; null: the number belongs to none. */
  campaign: { name: string; isEnabled: boolean; startDate: string | null; endDate: string | null } | null
  /** E.164; null: withheld, or no phone. */
  caller: string | null
  isBlacklisted: boolean
  /** Those in the ring list who still belong to the business. */
  members: readonly string[]
  /** Those who are away: their phones in browsers are not rung, as long as anybody else's is. */
  away: readonly string[]
  /** Phones in the ring list that are virtual numbers themselves: calls would go round. */
  virtual: readonly string[]
  /** Who spoke with this caller last, or has their lead. */
  knownBy: string | null
}

/** One phone to be rung. */
export type PlannedLeg = { kind: 'softphone'; userId: string } | { kind: 'phone'; phone: string; userId: string | null }
export type Closing =
  | { kind: 'reject'; reason: 'busy' | 'rejected' }
  | { kind: 'hangup' }
  | { kind: 'message' | 'voicemail'; text: string }

/** What a caller gets, decided once when the call comes in and kept with it. */
export type Plan = {
  block: Block | null
  language: Language
  /** Said to the caller before it rings. */
  announcement: string | null
  /** Said to whoever answers a phone. */
  whisper: string | null
  /** Whoever answers a phone presses 1. */
  screening: boolean
  recording: boolean
  /** An own number that phones show in place of the caller's; null: they show the caller's. */
  callerId: string | null
  /** One after the other; the phones of one ring together. `wait`: after so many seconds, a page that is loaded again. */
  steps: { seconds: number; legs: PlannedLeg[]; wait?: number }[]
  /** What a caller gets whom nobody answered. */
  closing: Closing
  /** The step whose talk was cut off on our side; the steps behind it ring whoever takes the call over. */
  cutOff?: number
  /** Until when a page that is loaded again is waited for, ISO. */
  backUntil?: string
}

/** Texts of locales/<language>/call-voice.json. */
export type Texts = (language: Language, key: string, values?: Record<string, unknown>) => string

/** The way of a call: screening first (Blacklisted, Not Active, Out of Time), then who rings, then what if nobody answers. */
export function routeCall(facts: RouteFacts, now: Date, texts: Texts): Plan {
  const { number, campaign, caller } = facts
  const { routing } = number
  const legs = legsOf(facts)
  const block = blockOf(facts, now)
  const spoken = ({ isOn, text }: { isOn: boolean; text: string }, key: string) =>
    isOn ? text || texts(routing.language, key, { campaign: campaign?.name ?? '' }) : null
  return {
    block,
    language: routing.language,
    announcement: block ? null : spoken(routing.announcement, standardTexts.announcement(routing)),
    whisper: spoken(routing.whisper, standardTexts.whisper()),
    screening: routing.screening,
    recording: routing.recording,
    callerId: caller === null ? number.phone : null,
    steps: block ? [] : stepsOf(routing, legs, facts.knownBy),
    closing: closingOf({ routing, block, isRung: legs.length > 0 }, texts),
  }
}

/** A page that is loaded again has no phone at first: it is tried after these pauses, and rings so long once it is there. */
const BACK_WAITS = [1, 2, 2, 2, 2]
const BACK_RING_SECONDS = 8

type CutOff = { plan: Plan; step: number; userId: string; isComingBack: boolean }
/**
 * How a call goes on whose talk was cut off: first the same person where their page is loaded again, then the others of
 * the ring list as it is now, else the caller is told.
 */
export function cutOffPlan(
  { plan, step, userId, isComingBack }: CutOff,
  facts: RouteFacts,
  now: Date,
  texts: Texts,
): Plan {
  const { block, steps, closing } = routeCall(facts, now, texts)
  const isOther = (leg: PlannedLeg) => leg.userId !== userId || (isComingBack && leg.kind === 'phone')
  const others = steps.map((one) => ({ ...one, legs: one.legs.filter(isOther) }))
  const own = { seconds: BACK_RING_SECONDS, legs: [{ kind: 'softphone' as const, userId }] }
  const back = isComingBack ? BACK_WAITS.map((wait) => ({ ...own, wait })) : []
  const kind = !block && closing.kind === 'voicemail' ? 'voicemail' : 'message'
  return {
    ...plan,
    steps: [...plan.steps.slice(0, step), ...back, ...others.filter(({ legs }) => legs.length)],
    closing: { kind, text: texts(plan.language, `cut_off.${kind}`) },
    cutOff: step,
    ...(isComingBack && { backUntil: new Date(now.getTime() + COME_BACK_SECONDS * 1_000).toISOString() }),
  }
}

function blockOf({ number, campaign, isBlacklisted }: RouteFacts, now: Date): Block | null {
  if (isBlacklisted) return 'blacklisted'
  if (number.state !== 'active' || !campaign || !isRunning(campaign, now)) return 'not_active'
  return isOpenAt(number.routing.hours, now) ? null : 'out_of_time'
}

/** Whether a campaign is on, and today one of its days. */
export function isRunning({ isEnabled, startDate, endDate }: NonNullable<RouteFacts['campaign']>, now: Date) {
  const today = dayOf(now)
  return isEnabled && (!startDate || startDate <= today) && (!endDate || today <= endDate)
}

function legsOf({ number, members, away, virtual }: RouteFacts): PlannedLeg[] {
  const reachable = number.routing.ring.targets.filter((target) => isReachable(target, members, virtual))
  const present = reachable.filter((target) => !(target.kind === 'softphone' && away.includes(target.userId)))
  return present.length ? present : reachable
}

const isReachable = (target: RingTarget, members: readonly string[], virtual: readonly string[]) =>
  target.kind === 'softphone'
    ? members.includes(target.userId)
    : !virtual.includes(target.phone) && (target.userId === null || members.includes(target.userId))

/** Whoever knows the caller is rung before the others: first in order, or alone before all others ring together. */
function stepsOf({ ring }: Routing, legs: PlannedLeg[], knownBy: string | null): Plan['steps'] {
  const { mode, seconds, knownFirst } = ring
  const isKnown = (leg: PlannedLeg) => knownFirst && knownBy !== null && leg.userId === knownBy
  const [first, others] = [legs.filter(isKnown), legs.filter((leg) => !isKnown(leg))]
  if (mode === 'in_order') return [...first, ...others].map((leg) => ({ seconds, legs: [leg] }))
  return [first, others].filter((together) => together.length).map((together) => ({ seconds, legs: together }))
}

type Ending = { routing: Routing; block: Block | null; isRung: boolean }
function closingOf({ routing, block, isRung }: Ending, texts: Texts): Closing {
  if (block === 'blacklisted') return { kind: 'reject', reason: 'rejected' }
  if (block === 'not_active') return { kind: 'reject', reason: 'busy' }
  const which = block === 'out_of_time' ? 'outside' : 'noAnswer'
  const { kind, text } = routing[which]
  if (kind !== 'hangup') return { kind, text: text || texts(routing.language, standardTexts[which](kind)) }
  if (block) return { kind: 'reject', reason: 'busy' }
  // A caller for whom no phone rings hears why the call ends.
  return isRung ? { kind } : { kind: 'message', text: texts(routing.language, standardTexts.noAnswer('message')) }
}
