import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '../../../../deps.ts'
import type { Db } from '../../../../platform/db/db.ts'
import type { HookForm, Instruction } from '../../../../providers/voice/voice.ts'
import type { Plan, Talk } from '../../../numbers/routing.rules.ts'
import type { Connection } from '../../../numbers/voice-connections.cache.ts'
import { contextOf, voiceTexts } from '../call-context.ts'
import { type CallFacts, isLeadsStep } from '../call-facts.rules.ts'
import { afterCutOff, stepOrClosing } from '../call-instructions.rules.ts'
import { endOf, type ReportKind } from '../call-reports.rules.ts'
import { isSignedOff } from '../cut-off/cut-off.queries.ts'
import { goOn } from '../cut-off/cut-off.service.ts'
import type { CallRow } from '../hooks.queries.ts'
import { nextRinging } from '../ringable-phones.service.ts'
import { findNumber } from './talk.queries.ts'
import { alone, talkOf } from './talk.rules.ts'
import { lockTalk, storeTalk } from './talk-change.service.ts'
import { asking, inRoom, music, outsideOf, waiting } from './talk-instructions.rules.ts'

type HookDeps = Pick<Deps, 'env' | 'now' | 'stoppedBy'>
type Called = { callId: string; plan: Plan; facts: CallFacts; form: HookForm }
const HANGUP: Instruction[] = [{ verb: 'hangup' }]

/** Whether the phone of a member asks what comes next that dialled the lead's, from whose talk the lead was taken. */
export const isOfDialler = ({ plan }: CallFacts, kind: ReportKind, step: number): boolean =>
  kind === 'dial' && isLeadsStep(plan, step) && plan?.talk?.lead !== undefined

type Dialler = Omit<Called, 'facts'> & { call: CallRow }
/** What the person hears whose phone dialled the lead's: the colleague, the room, or nothing more. */
export async function diallerHears(deps: HookDeps, db: Db, connection: Connection, { call, plan, form }: Dialler) {
  const { talk } = plan
  if (!talk || talk.sid !== form.CallSid || endOf(form.CallStatus)) return HANGUP
  if (talk.state === 'held' || talk.state === 'talking') return waiting(talk, contextOf(deps, connection, call.id))
  if (talk.state !== 'consulting') return HANGUP
  return (await askingNow(deps, db, connection, { ...call, plan })) ?? HANGUP
}

type Asking = { id: string; numberId: string | null; plan: Plan }
/** Lets the phone of the person ring the colleague whom they ask first. Undefined: none of the phones may be rung now. */
export async function askingNow(deps: HookDeps, db: Db, connection: Connection, { id, numberId, plan }: Asking) {
  const step = plan.talk?.to?.step ?? 0
  const ringing = await nextRinging(deps, db, connection, { plan, callId: id, from: step })
  const number = await findNumber(db, connection.businessId, numberId)
  if (ringing?.step !== step || !number) return undefined
  return asking(plan, { ...ringing, callerId: number.phone }, contextOf(deps, connection, id))
}

/** Whether the report is of a talk that was held or transferred: what the caller hears next depends on that. */
export const isOfTalk = ({ talk }: Plan, step: number): boolean =>
  talk !== undefined && talk.state !== 'talking' && step <= talk.step

/** What the caller of a held or transferred talk hears now. `turn`: of the music. */
export async function callerHears(
  deps: HookDeps,
  db: Db,
  connection: Connection,
  { turn, ...called }: Called & { turn: number },
) {
  const { callId } = called
  const isGone = !endOf(called.form.CallStatus) && (await isPersonGone(connection, called))
  const plan = isGone ? ((await leaveAlone(deps, db, connection, callId))?.plan ?? called.plan) : called.plan
  const { talk } = plan
  const context = contextOf(deps, connection, callId)
  if (!talk || endOf(called.form.CallStatus)) return HANGUP
  if (talk.state === 'talking')
    return plan.steps[talk.step - 1]?.room ? inRoom(plan, talk.step, context) : music(turn, context)
  if (talk.state === 'held' || talk.state === 'consulting') return music(turn, context)
  const from = talk.state === 'ringing' && talk.to ? talk.to.step : talk.step + 1
  const next = await nextRinging(deps, db, connection, { plan, callId, from })
  return talk.state === 'returning'
    ? afterCutOff(plan, next, context)
    : stepOrClosing(plan, { from, ringing: next }, context)
}

/** Whether the phone of the person for whom the caller waits is gone, as reported or as the provider says. */
async function isPersonGone(
  { provider }: Pick<Connection, 'provider'>,
  { plan, facts }: Pick<Called, 'plan' | 'facts'>,
): Promise<boolean> {
  const { talk } = plan
  if (!talk || talk.state === 'ringing' || talk.state === 'returning') return false
  // The end of a talk in a room is not the end of its phone.
  const legs = [...facts.steps.flatMap((step) => (step.isRoom ? [] : step.legs)), ...(facts.agent ? [facts.agent] : [])]
  if (legs.some(({ sid, endedAt }) => sid === talk.sid && endedAt !== null)) return true
  const call = await provider.getCall(talk.sid).catch(() => null)
  return call === undefined || (call !== null && endOf(call.status) !== null)
}

type Left = { plan: Plan; isAgain: boolean }
/**
 * The person's phone has ended while the caller was on hold: it rings again, and then the other phones of the call, as
 * after a call that was cut off. `isAgain`: they ring already. Undefined: the caller talks, or is gone.
 */
const leaveAlone = ({ now }: HookDeps, db: Db, connection: Connection, callId: string): Promise<Left | undefined> =>
  db.transaction().execute(async (tx) => {
    const { businessId } = connection
    const found = await lockTalk(tx, connection, callId)
    const { call, plan, facts } = found ?? {}
    if (!call || !plan?.talk || !facts || facts.parent) return undefined
    const { talk } = plan
    if (talk.state === 'returning') return { plan, isAgain: true }
    const isInRoom = talk.state === 'talking' && isAloneInRoom(facts, talk)
    if (!isInRoom && talk.state !== 'held' && talk.state !== 'consulting') return undefined
    const { userId } = talk.leg
    const isComingBack = !(await isSignedOff(tx, businessId, { userId, since: null }))
    const next = await goOn(tx, businessId, {
      known: call,
      plan,
      step: plan.steps.length,
      userId,
      isComingBack,
      now: now(),
      texts: voiceTexts,
    })
    return next && { plan: next, isAgain: false }
  })

/** Whether the caller's talk in a room has not ended for the provider. */
const isAloneInRoom = ({ plan, steps }: CallFacts, { step }: Talk) =>
  plan?.steps[step - 1]?.room !== undefined && steps.some((one) => one.step === step && one.done === null)

/** How long the end of a talk in a room may take to be reported after its phone has ended. */
const ROOM_END_MS = 3_000

type LegEnded = { callId: string; plan: Plan | null; facts: CallFacts; form: HookForm }
/** A phone has ended: if the caller waits for its person, other phones ring. */
export async function afterLeg(
  deps: HookDeps & Pick<Deps, 'onError'>,
  db: Db,
  connection: Connection,
  { callId, plan, facts, form }: LegEnded,
) {
  const talk = plan?.talk
  if (!talk || talk.sid !== form.CallSid || !endOf(form.CallStatus) || facts.parent) return
  if (talk.state === 'talking') {
    if (!isAloneInRoom(facts, talk)) return
    await pause(ROOM_END_MS)
    // The caller hung up, which is reported late.
    const caller = await connection.provider.getCall(talk.lead ?? form.ParentCallSid ?? '').catch(() => undefined)
    if (caller && endOf(caller.status)) return
  }
  await callBack(deps, db, connection, callId)
}

/** Rings for a caller whose person is gone. */
async function callBack(deps: HookDeps & Pick<Deps, 'onError'>, db: Db, connection: Connection, callId: string) {
  const left = await leaveAlone(deps, db, connection, callId)
  const { plan } = left ?? {}
  if (!plan?.talk || left?.isAgain) return
  const sid = await db.transaction().execute(async (tx) => (await lockTalk(tx, connection, callId))?.call.sid)
  const next = await nextRinging(deps, db, connection, { plan, callId, from: plan.talk.step + 1 })
  const instructions = afterCutOff(plan, next, contextOf(deps, connection, callId))
  // If this fails, the caller hears it after this turn of music.
  if (sid) await connection.provider.updateCall(outsideOf({ sid }, plan.talk), instructions).catch(deps.onError)
}

/** The watchdog: the report of the end of the person's phone may be lost. */
export async function lookAfterTalk(
  deps: HookDeps & Pick<Deps, 'onError'>,
  db: Db,
  connection: Connection,
  callId: string,
) {
  const found = await db.transaction().execute((tx) => lockTalk(tx, connection, callId))
  if (found?.plan.talk && (await isPersonGone(connection, found))) await callBack(deps, db, connection, callId)
}

/** Whether a report is of the caller's own phone, or of that of the lead whom a member called. */
export const isOfOutside = (plan: Plan | null, { kind, form }: { kind: ReportKind; form: HookForm }): boolean =>
  plan?.talk?.lead ? kind === 'leg' && form.CallSid === plan.talk.lead : kind === 'status'

/** The caller has hung up: the phone of the person, who may be alone in a room, is let go. */
export async function letGo(
  { onError }: Pick<Deps, 'onError'>,
  { provider }: Pick<Connection, 'provider'>,
  plan: Plan | null,
) {
  const { talk } = plan ?? {}
  if (talk?.state === 'held' || talk?.state === 'talking') await provider.endCall(talk.sid).catch(onError)
}

type Consulted = { callId: string; step: number; form: HookForm }
/** The talk with the colleague has ended, or they did not answer: the person waits for the caller again. */
export const afterConsulting = (deps: HookDeps, db: Db, connection: Connection, { callId, step, form }: Consulted) =>
  db.transaction().execute(async (tx): Promise<Instruction[]> => {
    const found = await lockTalk(tx, connection, callId)
    if (!found || endOf(form.CallStatus)) return HANGUP
    const { call, plan, facts } = found
    const talk = talkOf(facts)
    const context = contextOf(deps, connection, callId)
    if (!talk || talk.sid !== form.CallSid) return HANGUP
    // A repeated report, or the person went on meanwhile.
    if (talk.state !== 'consulting' || talk.to?.step !== step)
      return talk.state === 'held' ? waiting(talk, context) : HANGUP
    const hasTalked = form.DialBridged === 'true' || form.DialCallStatus === 'completed'
    const next = alone(plan, talk, { ...(!hasTalked && { unanswered: talk.to.userId }), now: deps.now() })
    await storeTalk(tx, connection, call, next)
    return next.talk ? waiting(next.talk, context) : HANGUP
  })
