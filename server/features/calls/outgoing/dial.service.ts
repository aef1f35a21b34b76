import type { DialInput, DialVia } from '#contract/calls/outgoing/outgoing.ts'
import { AGENT_SECONDS, DIALS_MAX, LEAD_SECONDS } from '#contract/calls/outgoing/terms.ts'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/db.ts'
import { onceInTransaction } from '../../../platform/db/idempotency.ts'
import { type Author, emit } from '../../../platform/events/emit.ts'
import type { Member } from '../../../platform/http/caller.ts'
import { AppError, invalidInput } from '../../../platform/http/errors.ts'
import { counterOf, limitTo } from '../../../platform/http/rate-limits.ts'
import { newId } from '../../../platform/ids.ts'
import { isUnreached } from '../../../providers/unreached.ts'
import { VoiceError } from '../../../providers/voice/voice.ts'
import { seesMasked } from '../../access/access.rules.ts'
import { findLine, hasMinutes, lineIssue, noMinutesLeft, takeSeconds } from '../../ceilings/outside-lines.service.ts'
import { touchLead } from '../../leads/change/answer.service.ts'
import type { Plan, Talk } from '../../numbers/routing.rules.ts'
import type { Connection } from '../../numbers/voice-connections.cache.ts'
import { appErrorOf } from '../../numbers/voice-connections.service.ts'
import { identityOf } from '../../softphone/softphone.rules.ts'
import { isRefused, nameCall } from '../calls.queries.ts'
import { voiceTexts } from '../hooks/call-context.ts'
import { AGENT_STEP } from '../hooks/call-facts.rules.ts'
import { TALK_SECONDS_MAX } from '../hooks/call-instructions.rules.ts'
import { storeReport } from '../hooks/call-progress.service.ts'
import { storeDialled } from '../hooks/dialled.service.ts'
import { type Callee, requireCallee } from './callee.service.ts'
import * as queries from './dial.queries.ts'
import { planOutgoing } from './outgoing.rules.ts'

type DialDeps = Pick<Deps, 'voice' | 'env' | 'now' | 'screenCaller' | 'requirePaid'>
type Context = { db: Db; caller: Member; idempotencyKey: string | undefined }

/** Who makes a call, and in whose name it is written. `isMasked`: sees masked contacts. */
export type Maker = { author: Author; businessId: string; userId: string; isMasked: boolean }
/** `newLead`: the member is rung for a new lead, and did not ask. */
export type Making = { maker: Maker; callee: Callee; via: DialVia; newLead?: { campaign: string } }

/** When the provider is asked about a call whose start it did not confirm, and about any other without an end. */
const UNCERTAIN_SECONDS = 20
const CHECK_SECONDS = AGENT_SECONDS + LEAD_SECONDS + 60

/** Starts a call of the member to a lead. Returns its id, also if the provider did not confirm the start. */
export async function dial(deps: DialDeps, context: Context, input: DialInput): Promise<string> {
  const { db, caller } = context
  const { businessId, userId } = caller
  const { tab, ...asked } = input
  let begun: Begun | undefined
  await limitTo(db, counterOf('dials', businessId, userId), { max: DIALS_MAX, seconds: 60 }, deps.now())
  const { callId } = await onceInTransaction(context, asked, async (tx) => {
    begun = await begin(deps, { db: tx, caller }, input)
    return { callId: begun.id }
  })
  if (begun) await ring(deps, db, begun, { tab, seconds: AGENT_SECONDS })
  return callId
}

export type Begun = { id: string; plan: Plan; number: queries.ShownNumber; connection: Connection; at: Date }

async function begin(deps: DialDeps, { db: tx, caller }: { db: Db; caller: Member }, input: DialInput) {
  const { businessId, userId } = caller
  const callee = await requireCallee({ db: tx, caller }, input)
  const maker = { author: caller, businessId, userId, isMasked: seesMasked(caller) }
  return beginCall(deps, tx, { maker, callee, via: input.via })
}

/** Checks everything and stores the call, which takes the member and the person. No phone rings yet. */
export async function beginCall(deps: DialDeps, tx: Db, { maker, callee, via, newLead }: Making): Promise<Begun> {
  const { businessId, userId } = maker
  const now = deps.now()
  const { phone, campaignId, leadId } = callee
  await deps.requirePaid(tx, businessId)
  await requireCallable(deps, tx, { maker, callee, now })
  const number = await queries.findShownNumber(tx, businessId, callee)
  if (!number) throw new AppError('no_number_to_show')
  const connection = await deps.voice.find(number.connectionId)
  if (!connection) throw new AppError('voice_unavailable')
  const address = await ownAddress(deps, tx, { maker, connection, via })
  const line = await requireLine(deps, tx, {
    connection,
    phones: { phone, ...(via === 'phone' && { own: address }) },
  })
  const id = newId()
  // The member's own telephone is an outside phone, too.
  if (via === 'phone')
    await takeSeconds(deps, tx, line, { businessId, callId: id, step: AGENT_STEP, most: TALK_SECONDS_MAX })
  const outgoing = { userId, via, address, ...(newLead && { newLead }) }
  const plan = planOutgoing({ number, phone, outgoing }, voiceTexts)
  const checkAt = new Date(now.getTime() + CHECK_SECONDS * 1_000)
  const connectionId = connection.id
  const stored = { id, connectionId, numberId: number.id, campaignId, leadId, phone, userId, plan, at: now, checkAt }
  if (!(await queries.insertDialled(tx, businessId, stored))) throw await inCall(tx, { businessId, userId, phone })
  if (leadId) await touchLead(tx, businessId, leadId)
  await storeDialled(tx, connection, { id, at: now })
  await emit(tx, maker.author, 'call.started', { callId: id, campaignId, ...(leadId && { leadId }) })
  return { id, plan, number, connection, at: now }
}

type Checked = { maker: Maker; callee: Callee; now: Date }
/**
 * Marks and lists that forbid the call, and calls that go on. Members who see masked contacts hear of this lead's own mark
 * alone: others would tell them that the phone of a lead that they entered is known. The rest is read again when their
 * phone is answered.
 */
async function requireCallable({ screenCaller }: DialDeps, tx: Db, { maker, callee, now }: Checked) {
  const { businessId, userId, isMasked } = maker
  const { phone, campaignId } = callee
  const { isBarred, isVirtual } = await queries.findObstacles(tx, businessId, phone)
  if (isMasked ? callee.isMarked : isBarred) throw new AppError('do_not_call')
  if (!isMasked && (await isRefused(tx, businessId, { screenCaller, caller: phone, campaignId, now })))
    throw new AppError('callee_blocked')
  if (isVirtual) throw invalidInput('phone', 'phone_kind_refused')
  if (await queries.findLiveCall(tx, businessId, { phone, userId }))
    throw await inCall(tx, { businessId, userId, phone })
}

async function inCall(db: Db, { businessId, ...of }: { businessId: string; userId: string; phone: string }) {
  const live = await queries.findLiveCall(db, businessId, of)
  if (!live || live.isOwn) return new AppError('already_in_call')
  return live.name ? new AppError('lead_in_call', { values: { name: live.name } }) : new AppError('lead_is_calling')
}

type Own = { maker: Maker; connection: Connection; via: DialVia }
/** The address of the member's own phone. */
async function ownAddress({ now }: DialDeps, db: Db, { maker, connection, via }: Own): Promise<string> {
  const { businessId, userId } = maker
  if (via === 'phone') {
    const phone = await queries.findOwnPhone(db, businessId, userId)
    if (!phone) throw new AppError('no_own_phone')
    return phone
  }
  const identity = identityOf(userId, businessId)
  if (!connection.provider.softphoneKey(identity, now())) throw new AppError('no_browser_phone')
  return `client:${identity}`
}

type Lines = { connection: Connection; phones: { phone: string; own?: string } }
/** Refuses countries and kinds of numbers that are not called, and outside phones that may not be called now. */
async function requireLine(deps: DialDeps, db: Db, { connection, phones }: Lines) {
  const line = await findLine(deps, db, connection)
  for (const [path, phone] of Object.entries(phones)) {
    const issue = lineIssue(deps, line, phone, path)
    if (issue) throw new AppError('invalid_input', { issues: [issue] })
  }
  if (!(await hasMinutes(deps, db, line, connection.businessId))) throw noMinutesLeft(deps)
  return line
}

/** Rings the member's own phone. A start that may have happened is never repeated: the watchdog asks about it. */
export async function ring(
  { env, now }: DialDeps,
  db: Db,
  { id, plan, number, connection, at }: Begun,
  { tab, seconds }: { tab?: string | undefined; seconds: number },
) {
  const { businessId, provider } = connection
  const hooks = `${env.publicUrl}/hooks/voice/${connection.id}/${id}`
  const { via = 'phone', address = '' } = plan.outgoing ?? {}
  try {
    const { sid } = await provider.startCall({
      to: address,
      from: number.phone,
      ...(via === 'softphone' && { parameters: { callId: id, ...(tab && { tab }) } }),
      instructions: { hook: `${hooks}/answered` },
      statusHook: `${hooks}/status`,
      timeoutSeconds: seconds,
    })
    await nameCall(db, businessId, { id, sid })
  } catch (error) {
    if (!(error instanceof VoiceError)) throw error
    if (error.fault === 'unavailable' && !isUnreached(error)) {
      await queries.checkAt(db, businessId, { id, at: new Date(at.getTime() + UNCERTAIN_SECONDS * 1_000) })
      return
    }
    await giveUp(db, connection, { id, at: now() })
    throw appErrorOf(error)
  }
}

/** The provider refused to start the call: it ends as one that the provider does not know. */
const giveUp = (db: Db, connection: Connection, { id, at }: { id: string; at: Date }) =>
  db.transaction().execute((tx) => {
    const form = { CallSid: id }
    return storeReport(tx, connection, { kind: 'lost', callId: id, form, key: `lost:${id}`, at })
  })

/** Whether the member who made the call talks in it no more: a colleague does, or phones ring for the lead. */
const isPassed = ({ talk }: { talk: Talk | null }, userId: string) =>
  talk !== null && (talk.leg.userId !== userId || talk.state === 'ringing' || talk.state === 'returning')

type Canceling = { db: Db; caller: Pick<Member, 'businessId' | 'userId'>; whileRinging?: true }
/**
 * Ends a call that the member makes, in any state; the mark ends it if its start is not confirmed yet. A call that was
 * transferred goes on. `whileRinging`: so does one in which the member's phone was answered.
 */
export async function cancel(deps: DialDeps, { db, caller, whileRinging }: Canceling, id: string) {
  const { businessId, userId } = caller
  const call = await db.transaction().execute(async (tx) => {
    const made = await queries.lockMade(tx, businessId, { id, userId })
    if (!made) throw new AppError('call_not_found')
    if (made.state === 'ended' || isPassed(made, userId)) return undefined
    if (whileRinging && (await queries.isMemberReached(tx, businessId, id))) return undefined
    await queries.markCanceled(tx, businessId, id)
    if (made.sid === id) await queries.checkAt(tx, businessId, { id, at: deps.now() })
    return made
  })
  if (!call || call.sid === id) return
  const connection = await deps.voice.find(call.connectionId ?? '')
  // A lead on hold is no part of the member's call any more.
  for (const sid of [call.talk?.lead, call.sid])
    if (sid)
      await connection?.provider.endCall(sid).catch((error: VoiceError) => {
        throw appErrorOf(error)
      })
}
