import type { Deps } from '../../../../deps.ts'
import type { Db } from '../../../../platform/db/db.ts'
import { emit } from '../../../../platform/events/emit.ts'
import { AppError } from '../../../../platform/http/errors.ts'
import type { Plan, Talk } from '../../../numbers/routing.rules.ts'
import type { Connection } from '../../../numbers/voice-connections.cache.ts'
import { asAppErrors } from '../../../numbers/voice-connections.service.ts'
import { type CallFacts, factsOf } from '../call-facts.rules.ts'
import { refreshCall } from '../call-progress.service.ts'
import * as hooks from '../hooks.queries.ts'
import { talkOf } from './talk.rules.ts'

export type TalkDeps = Pick<Deps, 'env' | 'now' | 'voice' | 'onError' | 'stoppedBy'>
export type Account = Pick<Connection, 'id' | 'businessId'>

/** A call with its talk, locked. */
export type Locked = { call: hooks.CallRow; plan: Plan; facts: CallFacts; talk: Talk | undefined }
/** Locks the call, so that changes of two tabs, and reports of the provider, come one after the other. */
export async function lockTalk(tx: Db, { id, businessId }: Account, callId: string): Promise<Locked | undefined> {
  const call = await hooks.lockCall(tx, businessId, { callId, connectionId: id, sids: [] })
  if (!call?.plan) return undefined
  const facts = factsOf(call.plan, await hooks.listReports(tx, businessId, callId))
  return { call, plan: call.plan, facts, talk: talkOf(facts) }
}

/** Stores the plan, and lets the screens of the people in the call read it again. */
export async function storeTalk(tx: Db, { businessId }: Account, call: hooks.CallRow, plan: Plan): Promise<void> {
  const { id: callId, campaignId, leadId } = call
  await hooks.updatePlan(tx, businessId, { id: callId, plan })
  await refreshCall(tx, businessId, { ...call, plan })
  if (!campaignId) return
  const about = { callId, campaignId, ...(leadId && { leadId }) }
  await emit(tx, { kind: 'system', businessId }, 'call.changed', about)
}

export type Changed = { call: hooks.CallRow; before: Plan; plan: Plan; talk: Talk }
type Decide = (own: Locked & { talk: Talk }) => Plan | undefined | Promise<Plan | undefined>
/** `isDone`: another person talks, because this one wanted it. */
type Changing = { callId: string; userId: string; decide: Decide; isDone?: (plan: Plan) => boolean }
/**
 * Changes the talk of the person. Undefined: it is as wanted already, so a second click has no effect. Refused if the
 * person talks in the call no more.
 */
export const changeTalk = (db: Db, account: Account, { callId, userId, decide, isDone }: Changing) =>
  db.transaction().execute(async (tx): Promise<Changed | undefined> => {
    const found = await lockTalk(tx, account, callId)
    const { talk } = found ?? {}
    if (found && talk?.leg.userId !== userId && isDone?.(found.plan)) return undefined
    if (!found || !talk || talk.leg.userId !== userId) throw new AppError('talk_over')
    const plan = await decide({ ...found, talk })
    if (!plan) return undefined
    await storeTalk(tx, account, found.call, plan)
    return { call: found.call, before: found.plan, plan, talk }
  })

/**
 * Takes a change back that the provider did not carry out, unless the talk has changed since. A reply may be lost of a
 * change that was carried out: then the end of the talk before it was reported.
 */
const takeBack = (db: Db, account: Account, { call, before, plan, talk }: Changed) =>
  db.transaction().execute(async (tx) => {
    const found = await lockTalk(tx, account, call.id)
    if (!found || JSON.stringify(found.plan.talk) !== JSON.stringify(plan.talk)) return
    const isOver = found.facts.steps.some(({ step, done }) => step === talk.step && done !== null)
    if (talk.state === 'talking' && isOver) return
    await storeTalk(tx, account, found.call, before)
  })

/** The change is stored first, because the provider asks for its instructions at once. */
export async function carryOut(db: Db, account: Account, changed: Changed, act: () => Promise<void>): Promise<void> {
  try {
    await asAppErrors(act())
  } catch (error) {
    await takeBack(db, account, changed)
    throw error
  }
}
