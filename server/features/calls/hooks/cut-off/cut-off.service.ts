import type { Db } from '../../../../platform/db/db.ts'
import { cutOffLead, cutOffPlan } from '../../../call-flows/engine/route-call.rules.ts'
import type { OwnLeg, Plan, Texts } from '../../../numbers/routing.rules.ts'
import { findRoute } from '../../routing.queries.ts'
import { isBridged, type Step, winnerOf } from '../call-facts.rules.ts'
import { refreshCall } from '../call-progress.service.ts'
import { type CallRow, lockCall, updatePlan } from '../hooks.queries.ts'
import { findCalled, isSignedOff, takeLeaving } from './cut-off.queries.ts'

/** A sign-out or page reload this recently explains the end of a talk in the browser. */
const SIGN_OUT_SECONDS = 15

type Ended = { call: CallRow; ended: Step; now: Date; texts: Texts }
/**
 * A talk ended while the caller was still connected. If the member was suspended or removed, signed out of the browser in
 * which they spoke, or reloads its page, the call continues: returns the new plan. Undefined: the member hung up.
 * Idempotent: returns the plan that was made before.
 */
export async function planCutOff(tx: Db, { businessId }: { businessId: string }, { call, ended, now, texts }: Ended) {
  const { id, connectionId } = call
  const known = await lockCall(tx, businessId, { callId: id, connectionId, sids: [] })
  if (!known?.plan) return undefined
  if (known.plan.cutOff === ended.step) return known.plan
  const leg = winnerOf(ended)?.planned
  if (!leg?.userId || !isBridged(ended)) return undefined
  const { userId } = leg
  // Signing out or closing a page does not end a conversation on a telephone.
  const since = leg.kind === 'softphone' ? new Date(now.getTime() - SIGN_OUT_SECONDS * 1_000) : null
  const isGone = await isSignedOff(tx, businessId, { userId, since })
  const isComingBack = !isGone && since !== null && (await takeLeaving(tx, businessId, { userId, callId: id, since }))
  if (!isGone && !isComingBack) return undefined
  return goOn(tx, businessId, { known, plan: known.plan, step: ended.step, userId, isComingBack, now, texts })
}

type Cut = { known: CallRow; plan: Plan; step: number; userId: string; isComingBack: boolean; now: Date; texts: Texts }
/** Rings the person again, if they come back, and then the other phones. */
export async function goOn(tx: Db, businessId: string, { known, plan, step, userId, isComingBack, now, texts }: Cut) {
  const { talk } = plan
  const left = talk ? { ...plan, talk: { ...talk, state: 'returning' as const, step } } : plan
  const next = plan.outgoing
    ? cutOffLead(left, { step, leg: isComingBack ? legOf(plan, userId) : null }, now, texts)
    : await cutOffCaller(tx, businessId, { known, plan: left, step, userId, isComingBack, now, texts })
  if (!next) return undefined
  await updatePlan(tx, businessId, { id: known.id, plan: next })
  await refreshCall(tx, businessId, { ...known, plan: next })
  return next
}

/** The phone with which the person talks with a lead whom a member called. */
const legOf = ({ talk }: Plan, userId: string): OwnLeg =>
  talk?.leg.userId === userId ? talk.leg : { kind: 'softphone', userId }

async function cutOffCaller(tx: Db, businessId: string, { known, plan, step, userId, isComingBack, now, texts }: Cut) {
  const { called, text } = await findCalled(tx, businessId, known.id)
  const caller = { phone: known.caller, text }
  // The caller was screened when the call came in.
  const incoming = { connectionId: known.connectionId, called, caller, now, screenCaller: undefined }
  const route = await findRoute(tx, businessId, incoming)
  if (!route) return undefined
  return cutOffPlan({ plan, step, userId, isComingBack }, route, now, texts)
}
