import type { RawBuilder } from 'kysely'
import { type Block, SCREENED } from '#contract/calls/call-statuses.ts'
import { type RingTarget, type Routing, standardTexts } from '#contract/calls/routing.ts'
import { COME_BACK_SECONDS } from '#contract/calls/softphone.ts'
import type { Language } from '#contract/constants.ts'
import { dayOf } from '#contract/values/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { isOpenAt } from './opening-hours.rules.ts'

export type Screened = {
  /** E.164; null if the caller ID is withheld. */
  caller: string | null
  /** The campaign of the called number; null if it has none. */
  campaignId: RawBuilder<unknown>
  now: Date
}
/**
 * Builds the statement that selects the id of the entry that refuses the caller; no row means that the caller is not
 * refused.
 */
export type CallerScreen = (businessId: string, screened: Screened) => RawBuilder<{ id: string }>
export type FindScreenedCaller = (db: Db, businessId: string, campaignId: string) => Promise<string | undefined>

/** The data on which the routing decision depends. */
export type RouteFacts = {
  number: { phone: string; state: string; routing: Routing }
  /** The days are inclusive. Null if the number has no campaign. */
  campaign: { name: string; isEnabled: boolean; startDate: string | null; endDate: string | null } | null
  /** E.164; null if the caller ID is withheld or is not a phone number. */
  caller: string | null
  /** The entry that refuses the caller; null if there is none. */
  screenedBy: string | null
  /** The people in the ring list who are members. */
  members: readonly string[]
  /** Members who are set to away: their browsers ring only if no other phone does. */
  away: readonly string[]
  /** Phones in the ring list that are virtual numbers. They are not rung, because that would cause a loop. */
  virtual: readonly string[]
  /** The member who last spoke with this caller or to whom the caller's lead is assigned. */
  knownBy: string | null
}

/** One phone to ring. */
export type PlannedLeg = { kind: 'softphone'; userId: string } | { kind: 'phone'; phone: string; userId: string | null }
export type Closing =
  | { kind: 'reject'; reason: 'busy' | 'rejected' }
  | { kind: 'hangup' }
  | { kind: 'message' | 'voicemail'; text: string }

/** How to route a call. Decided once, when the call arrives, and stored with it. */
export type Plan = {
  block: Block | null
  language: Language
  /** Played to the caller before any phone rings. */
  announcement: string | null
  /** Played to the person who answers. */
  whisper: string | null
  /** Whether the person who answers must press 1 to accept the call. */
  screening: boolean
  recording: boolean
  /** An own number that phones show instead of the caller's; null means they show the caller's. */
  callerId: string | null
  /**
   * Steps in the order in which they ring; the phones of one step ring together. `wait`: seconds to wait before ringing
   * a page that reloads.
   */
  steps: { seconds: number; legs: PlannedLeg[]; wait?: number }[]
  /** What happens if no phone in the ring list answers. */
  closing: Closing
  /** The step in which the conversation was cut off on our side; later steps ring a replacement. */
  cutOff?: number
  /** Deadline for a page that reloads, as an ISO timestamp. */
  backUntil?: string
}

/** Looks up a text of locales/<language>/call-voice.json. */
export type Texts = (language: Language, key: string, values?: Record<string, unknown>) => string

/**
 * Routes a call: first checks what blocks it, then rings the ring list, then applies the closing for unanswered calls.
 */
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

/**
 * A page that reloads is offline at first. It is tried after each of these pauses, in seconds, and rings for
 * BACK_RING_SECONDS once it is online.
 */
const BACK_WAITS = [1, 2, 2, 2, 2]
const BACK_RING_SECONDS = 8

type CutOff = { plan: Plan; step: number; userId: string; isComingBack: boolean }
/**
 * Continues a call that was cut off. Rings the same member first if their page reloads, then the others in the current
 * ring list. If no phone answers, the call ends with voicemail or an announcement.
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

function blockOf({ number, campaign, screenedBy }: RouteFacts, now: Date): Block | null {
  if (screenedBy) return SCREENED
  if (number.state !== 'active' || !campaign || !isRunning(campaign, now)) return 'not_active'
  return isOpenAt(number.routing.hours, now) ? null : 'out_of_time'
}

/** Whether the campaign is enabled and today is between its start and end day. */
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

/**
 * Orders the ring list so that the member who knows the caller rings before the others: first in order, or alone before
 * the rest ring together.
 */
function stepsOf({ ring }: Routing, legs: PlannedLeg[], knownBy: string | null): Plan['steps'] {
  const { mode, seconds, knownFirst } = ring
  const isKnown = (leg: PlannedLeg) => knownFirst && knownBy !== null && leg.userId === knownBy
  const [first, others] = [legs.filter(isKnown), legs.filter((leg) => !isKnown(leg))]
  if (mode === 'in_order') return [...first, ...others].map((leg) => ({ seconds, legs: [leg] }))
  return [first, others].filter((together) => together.length).map((together) => ({ seconds, legs: together }))
}

/** The members whose browser phones ring first, if the caller hears an announcement before. */
export const announcedTo = ({ announcement, steps: [first] }: Plan): string[] =>
  announcement === null ? [] : (first?.legs ?? []).flatMap((leg) => (leg.kind === 'softphone' ? [leg.userId] : []))

type Ending = { routing: Routing; block: Block | null; isRung: boolean }
function closingOf({ routing, block, isRung }: Ending, texts: Texts): Closing {
  if (block === SCREENED) return { kind: 'reject', reason: 'rejected' }
  if (block === 'not_active') return { kind: 'reject', reason: 'busy' }
  const which = block === 'out_of_time' ? 'outside' : 'noAnswer'
  const { kind, text } = routing[which]
  if (kind !== 'hangup') return { kind, text: text || texts(routing.language, standardTexts[which](kind)) }
  if (block) return { kind: 'reject', reason: 'busy' }
  // If no phone is rung, the caller hears an announcement before the call ends.
  return isRung ? { kind } : { kind: 'message', text: texts(routing.language, standardTexts.noAnswer('message')) }
}
