import { PRESENCE_MS } from '#contract/calls/softphone.ts'
import { type CallTalk, type Colleague, talkStates } from '#contract/calls/talk.ts'
import type { Db } from '../../../../platform/db/db.ts'
import type { Member } from '../../../../platform/http/caller.ts'
import { AppError } from '../../../../platform/http/errors.ts'
import { canInCampaign } from '../../../access/access.rules.ts'
import type { Plan, PlannedLeg, Talk } from '../../../numbers/routing.rules.ts'
import { type CallFacts, factsOf } from '../call-facts.rules.ts'
import { listReports } from '../hooks.queries.ts'
import { legsOf, phonesOf, toColleague } from './colleagues.rules.ts'
import * as queries from './talk.queries.ts'
import { askedLeg, isHanding, talkOf } from './talk.rules.ts'
import type { TalkDeps } from './talk-change.service.ts'

export type TalkContext = { db: Db; caller: Member }

/**
 * The call, with its account; 404 for people whose phone it does not ring, and who did not make it. Refused if it is over,
 * unless what they want is done.
 */
export async function requireOwn(
  { voice }: Pick<TalkDeps, 'voice'>,
  { db, caller }: TalkContext,
  callId: string,
  isDone?: (plan: Plan) => boolean,
) {
  const { businessId, userId } = caller
  const found = await queries.findOwnCall(db, businessId, { callId, userId })
  if (!found) throw new AppError('call_not_found')
  if (found.isOver && !isDone?.(found.plan)) throw new AppError('talk_over')
  const connection = await voice.find(found.connectionId)
  if (!connection) throw new AppError('voice_unavailable')
  return { ...found, connection }
}
export type OwnCall = Awaited<ReturnType<typeof requireOwn>>

export const mayTransfer = (caller: Member, campaignId: string | null) =>
  campaignId !== null && canInCampaign(caller, 'calls.transfer', campaignId)

const isOf = (talk: Talk | undefined, userId: string): talk is Talk =>
  talk?.leg.userId === userId && talk.state !== 'returning' && talk.state !== 'ringing'

function stateOf(talk: Talk, facts: CallFacts): CallTalk['state'] {
  if (talk.state === 'consulting') return askedLeg(facts, talk) ? 'consulting' : 'calling'
  return talkStates.find((state) => state === talk.state) ?? null
}

export async function findTalk({ db, caller }: TalkContext, callId: string): Promise<CallTalk> {
  const { businessId, userId } = caller
  const own = await queries.findOwnCall(db, businessId, { callId, userId })
  if (!own) throw new AppError('call_not_found')
  const { plan, campaignId } = own
  const facts = factsOf(plan, await listReports(db, businessId, callId))
  const talk = talkOf(facts)
  const mine = isOf(talk, userId) ? talk : undefined
  // The step that rings this person, or rang them before they talked.
  const last = plan.steps.findLast(({ legs, room }) => !room && legs.some((leg) => leg.userId === userId))
  const transfer = last?.transfer
  const handing = talk?.leg.userId === userId && isHanding(facts, talk) ? talk.to?.userId : undefined
  // Their phone rings again, or will if the colleague does not answer.
  const gone = transfer?.kind === 'back' && transfer.by !== userId && !handing ? transfer.by : undefined
  const ids = [mine?.to?.userId, mine?.unanswered, transfer?.by, handing].filter((id) => id !== undefined)
  const named = ids.length ? await queries.listPeople(db, businessId, ids) : []
  const person = (id: string | undefined) => named.find(({ _id }) => _id === id) ?? null
  return {
    state: mine ? stateOf(mine, facts) : null,
    since: mine?.since ?? null,
    canTransfer: mine !== undefined && mayTransfer(caller, campaignId),
    colleague: person(mine?.to?.userId),
    unanswered: person(mine?.unanswered ?? gone),
    handing: person(handing),
    transferredBy: transfer && transfer.kind !== 'back' ? person(transfer.by) : null,
    isAsked: talk?.state === 'consulting' && talk.to?.userId === userId,
  }
}

/** A page that is open tells so at least this often. */
const OPEN_MS = 3 * PRESENCE_MS

export type Ringable = { colleague: Colleague; legs: PlannedLeg[] }
/** The colleagues with the phones that can be rung. */
export async function findRingable(
  { now }: Pick<TalkDeps, 'now'>,
  { db, caller: { businessId, userId } }: TalkContext,
  { campaignId, plan, numberId }: Pick<queries.OwnCall, 'campaignId' | 'plan' | 'numberId'>,
): Promise<Ringable[]> {
  const at = now()
  const asked = { campaignId, without: userId, openSince: new Date(at.getTime() - OPEN_MS), now: at }
  const [rows, number] = await Promise.all([
    queries.listColleagues(db, businessId, asked),
    queries.findNumber(db, businessId, numberId),
  ])
  return rows.map((row) => {
    const legs = legsOf(row, phonesOf(plan, number?.targets ?? [], row._id))
    return { colleague: toColleague(row, legs), legs }
  })
}

export async function findColleagues(deps: TalkDeps, context: TalkContext, callId: string): Promise<Colleague[]> {
  const own = await requireOwn(deps, context, callId)
  if (!mayTransfer(context.caller, own.campaignId)) throw new AppError('forbidden')
  return (await findRingable(deps, context, own)).map(({ colleague }) => colleague)
}
