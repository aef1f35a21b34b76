import { AppError } from '../../../../platform/http/errors.ts'
import type { Plan } from '../../../numbers/routing.rules.ts'
import { contextOf, voiceTexts } from '../call-context.ts'
import { stepOrClosing } from '../call-instructions.rules.ts'
import { nextRinging } from '../ringable-phones.service.ts'
import {
  alone,
  askedLeg,
  consulting,
  hasPutThrough,
  held,
  isDialler,
  isHanding,
  joined,
  putThrough,
  ringing,
  takenBack,
} from './talk.rules.ts'
import { findRingable, mayTransfer, type OwnCall, requireOwn, type TalkContext } from './talk.service.ts'
import { type Changed, carryOut, changeTalk, type TalkDeps } from './talk-change.service.ts'
import { askingNow } from './talk-hooks.service.ts'
import { inRoom, music, outsideOf, waiting } from './talk-instructions.rules.ts'

type Change = Parameters<typeof changeTalk>[2]
/** A change of the talk of a person, and what the provider does for it. */
function openChange(deps: TalkDeps, { db, caller }: TalkContext, own: OwnCall, callId: string) {
  const { connection } = own
  const context = contextOf(deps, connection, callId)
  const { provider } = connection
  return {
    change: (decide: Change['decide'], isDone?: Change['isDone']) =>
      changeTalk(db, connection, { callId, userId: caller.userId, decide, ...(isDone && { isDone }) }),
    carryOut: (changed: Changed, act: () => Promise<void>) => carryOut(db, connection, changed, act),
    /** The person waits in the room of the plan. A phone that dials the lead's asks where it goes once that is moved. */
    moveAway: ({ before, plan: { talk }, call, talk: was }: Changed) => {
      if (!talk) return Promise.resolve()
      return isDialler(was, before)
        ? provider.updateCall(outsideOf(call, talk), music(0, context))
        : provider.updateCall(talk.sid, waiting(talk, context))
    },
    /** The caller comes into the room of the plan. */
    bringCaller: ({ plan, call }: Changed) =>
      provider.updateCall(outsideOf(call, plan.talk), inRoom(plan, plan.talk?.step ?? 0, context)),
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
async function ring(deps: TalkDeps, context: TalkContext, own: OwnCall, changed: Changed) {
  const { before, talk } = changed
  await ringNext(deps, context, own, changed)
  // A phone that dialled the lead's asks what comes next, and is let go then.
  if (!isDialler(talk, before)) await own.connection.provider.endCall(talk.sid).catch(deps.onError)
}

/** The caller hears the phones of the step ring to which the talk goes. */
async function ringNext(deps: TalkDeps, { db }: TalkContext, { connection }: OwnCall, { call, plan }: Changed) {
  const from = plan.talk?.to?.step ?? 0
  const next = { from, ringing: await nextRinging(deps, db, connection, { plan, callId: call.id, from }) }
  const instructions = stepOrClosing(plan, next, contextOf(deps, connection, call.id))
  await connection.provider.updateCall(outsideOf(call, plan.talk), instructions)
}

async function ask(deps: TalkDeps, { db }: TalkContext, { connection }: OwnCall, changed: Changed) {
  const { call, before, plan, talk } = changed
  const { provider } = connection
  const instructions = await askingNow(deps, db, connection, { ...call, plan })
  if (!instructions) throw new AppError('colleague_offline')
  await (isDialler(talk, before)
    ? provider.updateCall(outsideOf(call, talk), music(0, contextOf(deps, connection, call.id)))
    : provider.updateCall(talk.sid, instructions))
}

/** Puts the caller through to the colleague, who has answered; the person's phone is let go when its talk ends. */
export async function completeTransfer(deps: TalkDeps, context: TalkContext, callId: string): Promise<void> {
  // A second click: the caller was put through already.
  const isDone = (plan: Plan) => hasPutThrough(plan, context.caller.userId)
  const own = await requireOwn(deps, context, callId, isDone)
  const on = openChange(deps, context, own, callId)
  const changed = await on.change(({ plan, talk, facts }) => {
    const asked = talk.state === 'consulting' ? askedLeg(facts, talk) : undefined
    if (!asked) throw new AppError('talk_changed')
    return putThrough(plan, { callId, talk, asked, now: deps.now() })
  }, isDone)
  if (!changed) return
  await on.carryOut(changed, () => on.moveAway(changed))
  // If this fails, the caller comes after this turn of music.
  await on.bringCaller(changed).catch(deps.onError)
}

/**
 * Lets the colleague go, and talks with the caller again. While the phone of a colleague rings to whom the caller was put
 * through, the call is taken back: the phone of the person rings.
 */
export async function cancelTransfer(deps: TalkDeps, context: TalkContext, callId: string): Promise<void> {
  const own = await requireOwn(deps, context, callId)
  const on = openChange(deps, context, own, callId)
  const now = deps.now()
  const changed = await on.change(({ plan, talk, facts }) => {
    // A second click, or a colleague who does not answer: the caller is back already, or the person's phone rings.
    if (talk.state === 'talking') return undefined
    if (talk.state === 'ringing') return isHanding(facts, talk) ? takenBack(plan, talk) : undefined
    if (talk.state !== 'consulting') throw new AppError('talk_changed')
    const { talk: waits = talk, ...rest } = alone(plan, talk, { now })
    return joined(rest, { callId, talk: waits, now })
  })
  if (!changed) return
  if (changed.talk.state === 'ringing') return on.carryOut(changed, () => ringNext(deps, context, own, changed))
  await on.carryOut(changed, () => on.moveAway(changed))
  await on.bringCaller(changed).catch(deps.onError)
}
