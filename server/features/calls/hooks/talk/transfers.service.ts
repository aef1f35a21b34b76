import { AppError } from '../../../../platform/http/errors.ts'
import { contextOf, voiceTexts } from '../call-context.ts'
import { stepOrClosing } from '../call-instructions.rules.ts'
import { nextRinging } from '../ringable-phones.service.ts'
import { findNumber } from './talk.queries.ts'
import { alone, askedLeg, consulting, held, joined, putThrough, ringing } from './talk.rules.ts'
import { findRingable, mayTransfer, type OwnCall, requireOwn, type TalkContext } from './talk.service.ts'
import { type Changed, carryOut, changeTalk, type TalkDeps } from './talk-change.service.ts'
import { asking, inRoom, waiting } from './talk-instructions.rules.ts'

/** A change of the talk of a person, and what the provider does for it. */
function openChange(deps: TalkDeps, { db, caller }: TalkContext, own: OwnCall, callId: string) {
  const { connection } = own
  const context = contextOf(deps, connection, callId)
  const { provider } = connection
  return {
    change: (decide: Parameters<typeof changeTalk>[2]['decide']) =>
      changeTalk(db, connection, { callId, userId: caller.userId, decide }),
    carryOut: (changed: Changed, act: () => Promise<void>) => carryOut(db, connection, changed, act),
    /** The person waits in the room of the plan. */
    moveAway: ({ plan: { talk } }: Changed) =>
      talk ? provider.updateCall(talk.sid, waiting(talk, context)) : Promise.resolve(),
    /** The caller comes into the room of the plan. */
    bringCaller: ({ plan, call }: Changed) =>
      provider.updateCall(call.sid, inRoom(plan, plan.talk?.step ?? 0, context)),
    context,
    provider,
  }
}

type Holding = { callId: string; isHeld: boolean }
/** Lets the caller hear music: the person moves into a room, and the provider asks what the caller hears now. */
export async function setHeld(deps: TalkDeps, context: TalkContext, { callId, isHeld }: Holding): Promise<void> {
  const own = await requireOwn(deps, context, callId)
  const on = openChange(deps, context, own, callId)
  const changed = await on.change(({ plan, talk }) => {
    if (talk.state !== 'talking' && talk.state !== 'held') throw new AppError('talk_changed')
    if ((talk.state === 'held') === isHeld) return undefined
    return isHeld ? held(plan, talk, deps.now()) : joined(plan, { callId, talk, now: deps.now() })
  })
  if (changed) await on.carryOut(changed, () => (isHeld ? on.moveAway(changed) : on.bringCaller(changed)))
}

type Transfer = { callId: string; userId: string; kind: 'blind' | 'attended' }
export async function transfer(
  deps: TalkDeps,
  context: TalkContext,
  { callId, userId, kind }: Transfer,
): Promise<void> {
  const own = await requireOwn(deps, context, callId)
  if (!mayTransfer(context.caller, own.campaignId)) throw new AppError('forbidden')
  const found = (await findRingable(deps, context, own)).find(({ colleague }) => colleague.user._id === userId)
  if (!found) throw new AppError('user_not_found')
  const { legs, colleague } = found
  if (!legs.length) throw new AppError('colleague_offline')
  const isBusy = colleague.state === 'talking' || colleague.state === 'ringing'
  const on = openChange(deps, context, own, callId)
  const changed = await on.change(({ plan, talk }) => {
    const to = { talk, userId, legs, now: deps.now(), texts: voiceTexts }
    if (talk.state !== 'talking' && talk.state !== 'held') {
      // A second click: the colleague is rung already.
      if (talk.to?.userId === userId) return undefined
      throw new AppError('talk_changed')
    }
    if (isBusy) throw new AppError('colleague_busy')
    return kind === 'blind' ? ringing(plan, to) : consulting(plan, to)
  })
  if (changed)
    await on.carryOut(changed, () =>
      kind === 'blind' ? ring(deps, context, own, changed) : ask(deps, context, own, changed),
    )
}

/** The caller is put through; the phone of the person, which may wait in a room, is let go. */
async function ring(deps: TalkDeps, { db }: TalkContext, { connection }: OwnCall, { call, plan, talk }: Changed) {
  const from = plan.talk?.to?.step ?? 0
  const next = { from, ringing: await nextRinging(deps, db, connection, { plan, callId: call.id, from }) }
  const { provider } = connection
  await provider.updateCall(call.sid, stepOrClosing(plan, next, contextOf(deps, connection, call.id)))
  await provider.endCall(talk.sid).catch(deps.onError)
}

async function ask(
  deps: TalkDeps,
  { db }: TalkContext,
  { connection, numberId }: OwnCall,
  { call, plan, talk }: Changed,
) {
  const step = plan.talk?.to?.step ?? 0
  const ringing = await nextRinging(deps, db, connection, { plan, callId: call.id, from: step })
  const number = await findNumber(db, connection.businessId, numberId)
  if (ringing?.step !== step || !number) throw new AppError('colleague_offline')
  const dialled = { ...ringing, callerId: number.phone }
  await connection.provider.updateCall(talk.sid, asking(plan, dialled, contextOf(deps, connection, call.id)))
}

/** Puts the caller through to the colleague, who has answered; the person's phone is let go when its talk ends. */
export async function completeTransfer(deps: TalkDeps, context: TalkContext, callId: string): Promise<void> {
  const on = openChange(deps, context, await requireOwn(deps, context, callId), callId)
  const changed = await on.change(({ plan, talk, facts }) => {
    const asked = talk.state === 'consulting' ? askedLeg(facts, talk) : undefined
    if (!asked) throw new AppError('talk_changed')
    return putThrough(plan, { callId, talk, asked, now: deps.now() })
  })
  if (!changed) return
  await on.carryOut(changed, () => on.moveAway(changed))
  // If this fails, the caller comes after this turn of music.
  await on.bringCaller(changed).catch(deps.onError)
}

/** Lets the colleague go, and talks with the caller again. */
export async function cancelTransfer(deps: TalkDeps, context: TalkContext, callId: string): Promise<void> {
  const on = openChange(deps, context, await requireOwn(deps, context, callId), callId)
  const now = deps.now()
  const changed = await on.change(({ plan, talk }) => {
    // A second click: the caller is back already.
    if (talk.state === 'talking') return undefined
    if (talk.state !== 'consulting') throw new AppError('talk_changed')
    const { talk: waits = talk, ...rest } = alone(plan, talk, { now })
    return joined(rest, { callId, talk: waits, now })
  })
  if (!changed) return
  await on.carryOut(changed, () => on.moveAway(changed))
  await on.bringCaller(changed).catch(deps.onError)
}
