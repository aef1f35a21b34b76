import type { Ring } from '#contract/calls/flows/flow-shapes.ts'
import type { PlannedLeg } from '../../numbers/routing.rules.ts'

/** When a person was last offered a call, and spoke last; in milliseconds. */
export type Turn = {
  userId: string
  /** Speaks with a caller, or is rung by another call. */
  isBusy: boolean
  /** 0: never. */
  offeredAt: number
  /** Null: never. */
  spokeAt: number | null
}
export type Turns = {
  people: readonly Turn[]
  /** Phones of other calls that ring or speak. */
  busyPhones: readonly string[]
}

const turnOf = ({ people }: Turns, leg: PlannedLeg) => people.find(({ userId }) => userId === leg.userId)

export const isIdle = (turns: Turns, leg: PlannedLeg): boolean =>
  !turnOf(turns, leg)?.isBusy && !(leg.kind === 'phone' && turns.busyPhones.includes(leg.phone))

/** Idle people first, then phones that belong to no person, then those who are busy. */
const rankOf = (turns: Turns, leg: PlannedLeg) => (isIdle(turns, leg) ? (leg.userId === null ? 1 : 0) : 2)

type Preferred = { order: Ring['order']; knownBy: string | null }
/**
 * Phones in the order of their turns; the member who knows the caller, if idle, is first. Equal turns stand as listed.
 * By `longest_idle` the one comes first who ended a conversation the longest ago, or never spoke.
 */
export function byTurn<T extends PlannedLeg>(legs: readonly T[], turns: Turns, { order, knownBy }: Preferred): T[] {
  const last = (leg: PlannedLeg) => {
    const turn = turnOf(turns, leg)
    if (!turn) return [0, 0]
    return order === 'longest_idle'
      ? [turn.spokeAt ?? 0, turn.offeredAt]
      : order === 'round_robin'
        ? [turn.offeredAt]
        : [0]
  }
  const keyOf = (leg: T) => {
    const isKnown = knownBy !== null && leg.userId === knownBy && isIdle(turns, leg)
    return [isKnown ? -1 : rankOf(turns, leg), ...last(leg)]
  }
  return legs
    .map((leg) => ({ leg, key: keyOf(leg) }))
    .toSorted((a, b) => {
      const at = a.key.findIndex((part, i) => part !== b.key[i])
      return at === -1 ? 0 : (a.key[at] ?? 0) - (b.key[at] ?? 0)
    })
    .map(({ leg }) => leg)
}
