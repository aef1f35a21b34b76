import type { EventName, EventPayload } from '#contract/events/catalogue.ts'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import { hasRight } from '#contract/roles.ts'
import { absenceOn } from '#contract/shifts/person-shifts.ts'
import { NO_PLAN } from '#contract/shifts/shift-shapes.ts'
import { type NewSwap, type ShiftSwap, SWAP_DAYS, type SwapShift } from '#contract/shifts/swaps.ts'
import { dayOf, firstOfWeek, plusDays } from '#contract/values/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { type Author, emit } from '../../platform/events/emit.ts'
import { AppError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import { firstWeekAt, rewritePeriods } from './shift-periods.service.ts'
import * as shifts from './shifts.queries.ts'
import { canHaveShifts, isSame, type ShiftPerson } from './shifts.rules.ts'
import type { ShiftContext } from './shifts.service.ts'
import * as queries from './swaps.queries.ts'
import * as rules from './swaps.rules.ts'

type People = ReadonlyMap<string, ShiftPerson>
/** Published weeks from that before the first in question on, because a shift may run into the next. */
export const readPeople = async (db: Db, businessId: string, now: Date): Promise<People> => {
  const people = await shifts.listPeople(db, businessId, { since: firstWeekAt(now) })
  return new Map(people.map((person) => [person.userId, person]))
}

const viewerOf = ({ caller }: Pick<ShiftContext, 'caller'>, people: People, swap: queries.StoredSwap) => {
  const [me, asker] = [people.get(caller.userId), people.get(swap.asker._id)]
  return {
    userId: caller.userId,
    isOwner: hasRight(caller.role, 'shifts.manage'),
    isColleague: me !== undefined && asker !== undefined && rules.areColleagues(me, asker),
  }
}

export function seenBy(context: ShiftContext, people: People, swap: queries.StoredSwap): ShiftSwap {
  const { beginsAt: _, createdAt, decidedAt, ...shown } = swap
  const isLate = decidedAt === null && !rules.isOpen(swap, context.now)
  return {
    ...shown,
    state: isLate ? 'ended' : swap.state,
    createdAt: new Date(createdAt).toISOString(),
    decidedAt: decidedAt && new Date(decidedAt).toISOString(),
    can: rules.actsOn(swap, viewerOf(context, people, swap), context.now),
  }
}

export async function listSwaps(context: ShiftContext) {
  const { db, caller, now } = context
  const isOwner = hasRight(caller.role, 'shifts.manage')
  const [people, swaps] = await Promise.all([
    readPeople(db, caller.businessId, now),
    queries.listSwaps(db, caller.businessId, { userId: isOwner ? null : caller.userId, now }),
  ])
  const seen = swaps.filter((swap) => rules.canSee(swap, viewerOf(context, people, swap)))
  return { success: true as const, swaps: seen.map((swap) => seenBy(context, people, swap)) }
}

/** Published shifts that have not begun, on days on which the person is there. */
const shiftsToSwap = (person: ShiftPerson, now: Date) =>
  rules
    .shiftsAhead(person, now)
    .filter(({ day }) => day <= plusDays(dayOf(now), SWAP_DAYS) && !absenceOn(person.plan ?? NO_PLAN, day))

export async function listChoices({ db, caller, now }: ShiftContext) {
  const people = await readPeople(db, caller.businessId, now)
  const me = people.get(caller.userId)
  if (!me) return { success: true as const, own: [], colleagues: [] }
  const colleagues = [...people.values()].filter((other) => rules.areColleagues(me, other))
  return {
    success: true as const,
    own: shiftsToSwap(me, now),
    colleagues: colleagues.map((other) => ({
      ...{ _id: other.userId, name: other.name, image: other.image },
      shifts: shiftsToSwap(other, now),
    })),
  }
}

/** A shift that is chosen for a swap, if it is published and has not begun. */
function requireShift(person: ShiftPerson, chosen: NewSwap['gives'], now: Date): SwapShift {
  if (!rules.publishedOn(person, chosen.day)) throw new AppError('week_not_published')
  const shift = rules.findShift(person, chosen)
  if (!shift || rules.beginningOf(shift) <= now.getTime()) throw new AppError('swap_outdated')
  return shift
}

const ownersIn = (people: People) =>
  [...people.values()].flatMap(({ userId, role }) => (hasRight(role, 'shifts.manage') ? [userId] : []))

type SwapEvent = Extract<EventName, `shift_swap.${string}`>
type Said = { swap: queries.StoredSwap; notifies?: readonly string[] | undefined }
function tell(tx: Db, author: Author, name: SwapEvent, { swap, notifies }: Said) {
  const actor = author.kind === 'person' ? author.userId : null
  const payload = {
    campaignId: ALL_CAMPAIGNS as typeof ALL_CAMPAIGNS,
    userId: swap.asker._id,
    swapId: swap.id,
    ...(swap.partner && { partnerId: swap.partner._id }),
    shiftDay: swap.gives.day,
    ...(swap.takes && { inReturnDay: swap.takes.day }),
  }
  return emit(tx, author, name, {
    ...payload,
    ...(notifies && { notifies: notifies.filter((userId) => userId !== actor) }),
  } as EventPayload<SwapEvent>)
}

export async function askSwap(context: ShiftContext, { gives, partnerId, takes, note }: NewSwap) {
  const { db, caller, now } = context
  const { businessId, userId } = caller
  const id = await db.transaction().execute(async (tx) => {
    await shifts.lockShifts(tx, businessId)
    const people = await readPeople(tx, businessId, now)
    const me = people.get(userId)
    if (!me) throw new AppError('user_not_found')
    const partner = partnerId ? requireColleague(people, me, partnerId) : undefined
    const given = requireShift(me, gives, now)
    const taken = takes && partner ? requireShift(partner, takes, now) : null
    await endOutdated(tx, caller, { userIds: [userId], now })
    return writeSwap(tx, context, people, { me, partner, gives: given, takes: taken, note })
  })
  return readSwap(context, id)
}

type Asked = Pick<ShiftSwap, 'gives' | 'takes' | 'note'> & { me: ShiftPerson; partner: ShiftPerson | undefined }
/** Asked twice is asked once. */
export async function writeSwap(
  tx: Db,
  { caller, now }: ShiftContext,
  people: People,
  { me, partner, gives, takes, note }: Asked,
) {
  const { businessId, userId } = caller
  const partnerId = partner?.userId ?? null
  requireNoConflict(me, partner, { gives, takes })
  const known = (await queries.listOpenSwaps(tx, businessId, [userId])).find((one) => isOfShift(one, userId, gives))
  if (known && isSame([known.partner?._id ?? null, known.takes], [partnerId, takes])) return known.id
  if (known) throw new AppError('swap_exists')
  const beginsAt = new Date(Math.min(...[gives, ...(takes ? [takes] : [])].map(rules.beginningOf)))
  const id = newId()
  await queries.insertSwap(tx, businessId, { id, askerId: userId, partnerId, gives, takes, note, beginsAt, now })
  const swap = await requireSwap(tx, businessId, id)
  const isAble = (other: ShiftPerson) => rules.areColleagues(me, other) && rules.publishedOn(other, gives.day) !== null
  const able = [...people.values()].filter(isAble).map((other) => other.userId)
  await tell(tx, caller, 'shift_swap.asked', { swap, notifies: partnerId ? [partnerId] : able })
  return id
}

export function requireColleague(people: People, me: ShiftPerson, userId: string) {
  const colleague = people.get(userId)
  if (!colleague || !rules.areColleagues(me, colleague)) throw new AppError('user_not_found')
  return colleague
}

const isOfShift = ({ asker, gives }: queries.StoredSwap, userId: string, { day, from }: SwapShift) =>
  asker._id === userId && gives.day === day && gives.from === from

/** Neither works twice at a time afterwards, nor while away; in a week that is not published a shift would be lost. */
function requireNoConflict(
  asker: ShiftPerson,
  partner: ShiftPerson | undefined,
  { gives, takes }: Pick<ShiftSwap, 'gives' | 'takes'>,
) {
  const isLost = (partner && !rules.publishedOn(partner, gives.day)) || (takes && !rules.publishedOn(asker, takes.day))
  if (isLost) throw new AppError('week_not_published')
  const isTwice =
    rules.conflicts(asker, { loses: gives, gets: takes }) ||
    (partner && rules.conflicts(partner, { loses: takes, gets: gives }))
  if (isTwice) throw new AppError('swap_conflict')
}

async function requireSwap(db: Db, businessId: string, id: string) {
  const swap = await queries.findSwap(db, businessId, id)
  if (!swap) throw new AppError('swap_not_found')
  return swap
}
async function readSwap(context: ShiftContext, id: string) {
  const { db, caller, now } = context
  const [swap, people] = await Promise.all([
    requireSwap(db, caller.businessId, id),
    readPeople(db, caller.businessId, now),
  ])
  return { success: true as const, swap: seenBy(context, people, swap) }
}

export type SwapAct = keyof ShiftSwap['can']
const results = {
  accept: 'accepted',
  decline: 'declined',
  withdraw: 'withdrawn',
  approve: 'approved',
  undo: 'undone',
} as const
/** The same shifts back: each of the two gives what they got. */
const backwards = (swap: queries.StoredSwap): queries.StoredSwap =>
  swap.partner ? { ...swap, asker: swap.partner, partner: swap.asker } : swap

/** Does one step of a swap. The same step twice, by the same person, is one. */
export async function actOnSwap(context: ShiftContext, id: string, act: SwapAct) {
  const { db, caller, now } = context
  const { businessId, userId } = caller
  await db.transaction().execute(async (tx) => {
    await shifts.lockShifts(tx, businessId)
    const [swap, people] = [await requireSwap(tx, businessId, id), await readPeople(tx, businessId, now)]
    if (isDone(context, people, { swap, act })) return
    const changed = act === 'accept' ? { ...swap, partner: asUser(people.get(userId)) } : swap
    const moved = act === 'undo' ? backwards(changed) : changed
    if (act === 'accept' || act === 'approve' || act === 'undo') requirePossible(people, moved)
    const decidedAt = act === 'accept' ? null : now.toISOString()
    const partnerId = changed.partner?._id ?? null
    await queries.updateSwap(tx, businessId, { id, state: results[act], partnerId, decidedAt })
    if (act === 'approve' || act === 'undo') await exchange(tx, context, moved)
    await tell(tx, caller, `shift_swap.${results[act]}`, { swap: changed, notifies: notifiedOf(act, changed, people) })
  })
  return readSwap(context, id)
}

/** Whether the step was done before; refused if the caller may not do it. */
function isDone(context: ShiftContext, people: People, { swap, act }: { swap: queries.StoredSwap; act: SwapAct }) {
  const viewer = viewerOf(context, people, swap)
  // A colleague was faster.
  const isTaken = act === 'accept' && viewer.isColleague && swap.state === 'accepted'
  if (!rules.canSee(swap, viewer)) throw new AppError(isTaken ? 'swap_decided' : 'swap_not_found')
  if (swap.state === results[act] && (act !== 'accept' || swap.partner?._id === viewer.userId)) return true
  if (!rules.actsOn(swap, viewer, context.now)[act]) throw new AppError(whyNot(swap, act, context.now))
  return false
}

const asUser = (person: ShiftPerson | undefined) =>
  person ? { _id: person.userId, name: person.name, image: person.image } : null

const whyNot = (swap: queries.StoredSwap, act: SwapAct, now: Date) => {
  if (act === 'undo') return swap.state === 'approved' ? 'swap_outdated' : 'swap_decided'
  if (swap.decidedAt !== null) return 'swap_decided'
  if (!rules.isOpen(swap, now)) return 'swap_outdated'
  if (act === 'approve' && swap.state === 'asked') return 'swap_not_accepted'
  return act === 'accept' && swap.state === 'accepted' ? 'swap_decided' : 'forbidden'
}

const notifiedOf = (act: SwapAct, { asker, partner }: queries.StoredSwap, people: People) => {
  if (act === 'withdraw') return undefined
  return act === 'accept' ? ownersIn(people) : [asker._id, ...(partner ? [partner._id] : [])]
}

function requirePossible(people: People, { asker, partner, gives, takes }: queries.StoredSwap) {
  const [giver, taker] = [people.get(asker._id), people.get(partner?._id ?? '')]
  if (!giver || !taker || !canHaveShifts(giver) || !canHaveShifts(taker)) throw new AppError('swap_outdated')
  if (!rules.hasShift(giver, gives) || (takes && !rules.hasShift(taker, takes))) throw new AppError('swap_outdated')
  requireNoConflict(giver, taker, { gives, takes })
}

/** Changes both published weeks, and their drafts with them. */
async function exchange(tx: Db, { caller, now }: ShiftContext, swap: queries.StoredSwap) {
  const { businessId } = caller
  const { asker, partner, gives, takes } = swap
  if (!partner) return
  const touched = [...new Set([gives, ...(takes ? [takes] : [])].map(({ day }) => firstOfWeek(day)))].sort()
  const span = { from: touched[0] ?? '', to: touched.at(-1) ?? '' }
  for (const [userId, change] of [
    [asker._id, { loses: gives, gets: takes }],
    [partner._id, { loses: takes, gets: gives }],
  ] as const) {
    for (const { week, published, draft, publishedAt } of await shifts.listWeeks(tx, businessId, { ...span, userId })) {
      if (!published || !publishedAt || !touched.includes(week)) continue
      await shifts.upsertPublished(tx, businessId, {
        ...{ userId, week, at: publishedAt },
        days: rules.exchanged(published, week, change),
        draft: draft && rules.exchanged(draft, week, change),
      })
    }
  }
  await rewritePeriods(tx, businessId, { userIds: [asker._id, partner._id], now })
  await endOutdated(tx, caller, { userIds: [asker._id, partner._id], now, except: swap.id })
}

type Outdated = { userIds: readonly string[]; now: Date; except?: string }
/** Ends the open swaps of people whose shifts are no longer what was asked for or have begun, or who left. */
export async function endOutdated(tx: Db, author: Author, { userIds, now, except }: Outdated) {
  const { businessId } = author
  const open = userIds.length ? await queries.listOpenSwaps(tx, businessId, userIds) : []
  if (!open.length) return
  const people = await readPeople(tx, businessId, now)
  for (const swap of open) {
    const { id, asker, partner, gives, takes } = swap
    const [giver, taker] = [people.get(asker._id), partner ? people.get(partner._id) : null]
    const holds =
      giver &&
      rules.isOpen(swap, now) &&
      canHaveShifts(giver) &&
      rules.hasShift(giver, gives) &&
      (taker === null || (taker && canHaveShifts(taker)))
    if (id === except || (holds && !(takes && taker && !rules.hasShift(taker, takes)))) continue
    const change = { id, state: 'ended', partnerId: partner?._id ?? null, decidedAt: now.toISOString() } as const
    await queries.updateSwap(tx, businessId, change)
    await tell(tx, author, 'shift_swap.ended', { swap })
  }
}
