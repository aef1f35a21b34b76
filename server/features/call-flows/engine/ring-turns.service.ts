import type { Db } from '../../../platform/db/db.ts'
import type { PlannedLeg } from '../../numbers/routing.rules.ts'
import { claimTurns, listBusyPhones, listTurns, offerToBusy } from './ring-turns.queries.ts'
import { isIdle, type Turns } from './ring-turns.rules.ts'

type Ringing = { tx: Db; businessId: string; callId: string; now: Date }
const peopleOf = (legs: readonly PlannedLeg[]) => legs.flatMap(({ userId }) => userId ?? [])

export async function turnsOf(legs: readonly PlannedLeg[], { tx, businessId, callId, now }: Ringing): Promise<Turns> {
  const phones = legs.flatMap((leg) => (leg.kind === 'phone' ? leg.phone : []))
  const people = await listTurns(tx, businessId, { callId, people: peopleOf(legs), now })
  return { people, busyPhones: await listBusyPhones(tx, businessId, { callId, phones }) }
}

const turnsInOrder = (legs: readonly PlannedLeg[], { people }: Turns) =>
  [...new Set(peopleOf(legs))].flatMap((id) => people.find(({ userId }) => userId === id) ?? [])

type Choice = { turns: Turns; seconds: number; most: number }
/** The first of these phones that are idle and whose people no other call claims in the same moment. */
export async function claimPhones<T extends PlannedLeg>(
  ordered: readonly T[],
  { turns, seconds, most }: Choice,
  { tx, businessId, callId, now }: Ringing,
): Promise<T[]> {
  const idle = ordered.filter((leg) => isIdle(turns, leg))
  // Of several phones that ring together, those of people who were claimed meanwhile are left out, not replaced.
  const wanted = most === 1 ? idle : idle.slice(0, most)
  const people = turnsInOrder(wanted, turns)
  const until = new Date(now.getTime() + seconds * 1_000)
  const claimed = await claimTurns(tx, businessId, { callId, turns: people, most, now, until })
  return wanted.filter(({ userId }) => userId === null || claimed.includes(userId)).slice(0, most)
}

/**
 * Rings a person who is busy, because no one is idle: the first in the order whom no other call claims in the same moment,
 * so that calls of one moment spread over the people and do not wait for each other.
 */
export async function offerAnyway<T extends PlannedLeg>(
  ordered: readonly T[],
  { turns, seconds }: Omit<Choice, 'most'>,
  { tx, businessId, callId, now }: Ringing,
): Promise<T | undefined> {
  const [first] = ordered
  if (!first || first.userId === null) return first
  const until = new Date(now.getTime() + seconds * 1_000)
  const people = turnsInOrder(ordered, turns)
  const [claimed] = await claimTurns(tx, businessId, { callId, turns: people, most: 1, now, until, evenBusy: true })
  if (claimed) return ordered.find(({ userId }) => userId === claimed)
  await offerToBusy(tx, businessId, { userId: first.userId, callId, now, until })
  return first
}
