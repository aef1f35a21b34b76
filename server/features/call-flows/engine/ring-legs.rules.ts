import type { Ring, RingOrder } from '#contract/calls/flows/flow-shapes.ts'
import { RING_MAX } from '#contract/calls/routing.ts'
import type { PlannedLeg, PlannedStep, RouteFacts } from '../../numbers/routing.rules.ts'

export type WeightedLeg = PlannedLeg & { weight: number }

/** Orders that depend on who is idle. */
export const asksWhoIsIdle = (order: RingOrder): order is 'round_robin' | 'longest_idle' =>
  order === 'round_robin' || order === 'longest_idle'

/** Identifies a phone in a ring list. */
export const keyOf = (leg: PlannedLeg) => (leg.kind === 'phone' ? leg.phone : leg.userId)
export const withoutWeight = ({ weight: _, ...leg }: WeightedLeg): PlannedLeg => leg

type Reachable = {
  /** The phones to ring, without those of people who are away. */
  present: WeightedLeg[]
  /** With those of people who are away. */
  all: WeightedLeg[]
  /** All phones belong to people who have shifts, and none of them is on. */
  isOffShift: boolean
}
/** The phones of a ring step that can be rung now. */
export function reachableOf({ whom, onShiftOnly }: Ring, { members, away, virtual, flow }: RouteFacts): Reachable {
  const listed: WeightedLeg[] =
    whom.by === 'list'
      ? whom.targets
      : (flow?.people ?? []).map((userId) => ({ kind: 'softphone', userId, weight: 1 }) as const)
  const ofMembers = listed.filter((leg) =>
    leg.kind === 'softphone'
      ? members.includes(leg.userId)
      : !virtual.includes(leg.phone) && (leg.userId === null || members.includes(leg.userId)),
  )
  const isOn = ({ userId }: PlannedLeg) => !onShiftOnly || userId === null || flow?.onShift.includes(userId) === true
  const all = ofMembers.filter(isOn)
  return {
    all,
    present: all.filter((leg) => !(leg.kind === 'softphone' && away.includes(leg.userId))),
    isOffShift: ofMembers.length > 0 && all.length === 0,
  }
}

/** If all are away, they are rung all the same. */
export const phonesToRing = ({ present, all }: Reachable) => (present.length ? present : all)

type Order = { knownBy: string | null; random: () => number }
/**
 * Orders phones by a step whose order does not depend on who is idle. The member who knows the caller rings before the
 * others: first in order, or alone before the rest ring together.
 */
export function stepsOf(
  { order, seconds, knownFirst }: Ring,
  phones: WeightedLeg[],
  { knownBy, random }: Order,
): PlannedStep[] {
  const isKnown = (leg: PlannedLeg) => knownFirst && knownBy !== null && leg.userId === knownBy
  const [first, others] = [phones.filter(isKnown), phones.filter((leg) => !isKnown(leg))]
  const ordered = order === 'weighted' ? byChance(others, random) : others
  const groups = order === 'together' ? [first, ...tens(others)] : [...first, ...ordered].map((leg) => [leg])
  return groups.filter((group) => group.length).map((group) => ({ seconds, legs: group.map(withoutWeight) }))
}

/** The provider dials at most RING_MAX phones at once. */
const tens = <T>(all: T[]): T[][] =>
  all.length > RING_MAX ? [all.slice(0, RING_MAX), ...tens(all.slice(RING_MAX))] : [all]

/** A random order in which each phone is next in proportion to its weight among those that are left. */
export function byChance<T extends { weight: number }>(phones: readonly T[], random: () => number): T[] {
  const left = [...phones]
  const ordered: T[] = []
  while (left.length) {
    let at = random() * left.reduce((sum, { weight }) => sum + weight, 0)
    const next = left.findIndex(({ weight }) => {
      at -= weight
      return at < 0
    })
    ordered.push(...left.splice(next === -1 ? left.length - 1 : next, 1))
  }
  return ordered
}
