import { setTimeout as pause } from 'node:timers/promises'
import { SCREENED } from '#contract/calls/call-statuses.ts'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'
import { type Caller, callerOf } from '../../../providers/voice/callers.ts'
import type { HookForm, Instruction } from '../../../providers/voice/voice.ts'
import { announced } from '../../call-flows/engine/announcing.rules.ts'
import { routeCall } from '../../call-flows/engine/route-call.rules.ts'
import { leadFromPhone } from '../../leads/intake/phone-intake.service.ts'
import type { Plan } from '../../numbers/routing.rules.ts'
import type { Connection } from '../../numbers/voice-connections.cache.ts'
import { answerOutgoing, isOfMember, noteSid } from '../outgoing/outgoing-hooks.service.ts'
import { type FoundRoute, findRoute } from '../routing.queries.ts'
import { answerTest } from '../test-calls/line-tests/line-test-hooks.service.ts'
import { contextOf, voiceTexts } from './call-context.ts'
import { type CallFacts, factsOf, isBridged, type Step, winnerOf } from './call-facts.rules.ts'
import {
  afterCutOff,
  afterStep,
  beginning,
  screened,
  screenedAgain,
  stepAfter,
  stepOrClosing,
  whispered,
} from './call-instructions.rules.ts'
import { CHECK_SECONDS, type Reported, refreshCall, storeReport } from './call-progress.service.ts'
import { dedupeKey, endOf } from './call-reports.rules.ts'
import { planCutOff } from './cut-off/cut-off.service.ts'
import { planSecondTry } from './cut-off/second-try.service.ts'
import { advanceCall, findNext } from './flows/flow-progress.service.ts'
import * as queries from './hooks.queries.ts'
import { nextRinging, withinLimits } from './ringable-phones.service.ts'
import * as talks from './talk/talk-hooks.service.ts'

const HANGUP: Instruction[] = [{ verb: 'hangup' }]

type HookDeps = Pick<Deps, 'tenants' | 'env' | 'now' | 'screenCaller' | 'stoppedBy'>
type ReportDeps = HookDeps & Pick<Deps, 'onError'>

/**
 * An incoming call: plans once how it is handled. Undefined: the number is not the account's. `isOrdinary`: it is known
 * not to be the call of a line test.
 */
export async function handleInboundCall(
  deps: HookDeps,
  connection: Connection,
  form: HookForm,
  { isOrdinary = false } = {},
) {
  const { businessId, id: connectionId } = connection
  const [now, called] = [deps.now(), form.To ?? '']
  const caller = callerOf(form.From, called)
  const key = dedupeKey('inbound', form, {})
  const db = deps.tenants.scope({ businessId })
  const route =
    key && (await findRoute(db, businessId, { connectionId, called, caller, now, screenCaller: deps.screenCaller }))
  if (!route) return undefined
  if (route.lineTest && !isOrdinary) return answerTest(deps, connection, route.lineTest)
  const routed = await withinLimits(deps, db, connection, routeCall(route, now, voiceTexts))
  const plan = announced(routed, route, now)
  const incoming = { connectionId, key, form, caller, route, plan, now }
  const taken = await storeInbound(db, businessId, incoming)
  if (!taken.plan) return HANGUP
  const { callId } = taken
  const from = taken.isAgain ? await stepToGoOn(db, businessId, taken.plan, callId) : 1
  const begun = await findNext(deps, db, connection, { plan: taken.plan, callId, from, texts: voiceTexts })
  const context = contextOf(deps, connection, callId)
  return from > 1 ? stepOrClosing(begun.plan, begun.next, context) : beginning(begun.plan, begun.next.ringing, context)
}

/** A call that was sent to the fallback goes on after the last step that ended, and rings none again. */
async function stepToGoOn(db: Db, businessId: string, plan: Plan, callId: string) {
  const { steps } = factsOf(plan, await queries.listReports(db, businessId, callId))
  const ended = steps.filter(({ done }) => done !== null).map(({ step }) => step)
  return Math.max(plan.since ?? 1, ...ended.map((step) => step + 1))
}

type Incoming = {
  connectionId: string
  key: string
  form: HookForm
  caller: Caller
  route: FoundRoute
  plan: Plan
  now: Date
}
/** Whether the call is in its closing at once: no phone rings, and no caller is asked. */
const isClosing = ({ steps, flow }: Plan) => !steps.length && !flow
const isKnown = (error: unknown) => (error as { code?: unknown }).code === '40001'

/** Most calls are new and ring; these need one statement. */
async function storeInbound(db: Db, businessId: string, incoming: Incoming) {
  const arrived = arrivedOf(incoming)
  const inOne = () => db.transaction().execute((tx) => storeWhole(tx, businessId, { ...incoming, arrived }))
  if (isClosing(incoming.plan)) return inOne()
  try {
    const { outcome } = await queries.takeCall(db, businessId, { ...arrived, alone: true })
    return outcome === 'stored' ? { callId: arrived.call.id, plan: incoming.plan, isAgain: false } : await inOne()
  } catch (error) {
    if (isKnown(error)) return inOne()
    throw error
  }
}

function arrivedOf({ connectionId, key, form, caller: { text: callerText }, route, plan, now }: Incoming) {
  const ringing = plan.steps.reduce((sum, { seconds }) => sum + seconds, 0)
  const checkAt = new Date(now.getTime() + (ringing + CHECK_SECONDS) * 1_000)
  const { numberId, campaignId, caller, isFirstTime, screenedBy } = route
  const called = form.To ?? ''
  const forwardedFrom = forwardedBy(form, called)
  const decided = { numberId, campaignId, caller, callerText, called, forwardedFrom, isFirstTime, plan }
  const call = { id: newId(), connectionId, sid: form.CallSid ?? '', ...decided, at: now, checkAt }
  return { call, key, form, lead: leadFor({ route, plan, form }), screenedBy, announcedTo: plan.announced ?? [] }
}

/** The existing number that the caller dialled and its carrier forwarded here, if the provider names it; E.164. */
function forwardedBy({ ForwardedFrom }: HookForm, called: string) {
  const { phone } = callerOf(ForwardedFrom, called)
  return phone === called ? null : phone
}

type Whole = Incoming & { arrived: ReturnType<typeof arrivedOf> }
/** A repeated hook finds the call and its plan; a concurrent one waits for the first. */
async function storeWhole(tx: Db, businessId: string, { connectionId, key, route, plan, arrived }: Whole) {
  const { call } = arrived
  const { outcome, leadId } = await queries.takeCall(tx, businessId, { ...arrived, alone: false })
  if (outcome === 'stored' && !isClosing(plan)) return { callId: call.id, plan, isAgain: false }
  const known = await queries.lockCall(tx, businessId, { callId: undefined, connectionId, sids: [call.sid] })
  if (outcome === 'again' || !known) return { callId: known?.id ?? call.id, plan: known?.plan ?? null, isAgain: true }
  if (outcome === 'known') {
    await queries.moveReport(tx, businessId, { connectionId, key, callId: known.id })
    await queries.updateStub(tx, businessId, { ...call, id: known.id })
    if (leadId) await queries.setLead(tx, businessId, { callId: known.id, leadId })
  }
  // A refused call has ended, and a call that rings no phone is in its closing. A stub without a campaign has no end
  // event yet.
  await refreshCall(tx, businessId, {
    ...known,
    plan,
    campaignId: route.campaignId,
    numberId: route.numberId,
    leadId: leadId ?? known.leadId,
    // If the lead is new to the call, so is an answer that was reported earlier.
    answeredAt: leadId ? null : known.answeredAt,
    status: known.campaignId ? known.status : null,
  })
  return { callId: known.id, plan, isAgain: false }
}

/** Callers who can be called back become leads; refused callers and withheld numbers do not. */
function leadFor({ route, plan, form }: Pick<Incoming, 'route' | 'plan' | 'form'>) {
  const { campaignId, caller } = route
  if (!campaignId || !caller || plan.block === SCREENED || plan.block === 'not_active') return null
  const name = (form.CallerName ?? '').trim().slice(0, 200).replaceAll('\0', '').toWellFormed()
  return leadFromPhone({ source: 'call', campaignId, phone: caller, name, message: null })
}

/** Any later report: stored and applied once, and answered the same when repeated. */
export async function handleReport(deps: ReportDeps, connection: Connection, report: Reported): Promise<Instruction[]> {
  const { businessId } = connection
  const { kind, step = 0, place = 0, form } = report
  const key = dedupeKey(kind, form, report)
  if (!key) return HANGUP
  const db = deps.tenants.scope({ businessId })
  const stored = await db.transaction().execute((tx) => storeReport(tx, connection, { ...report, key, at: deps.now() }))
  if (!stored) return []
  const { call, facts } = stored
  const { plan } = facts
  const of = { callId: call.id, plan, facts, form }
  await noteSid(db, connection, call, form)
  if (facts.parent && talks.isOfOutside(plan, report)) await talks.letGo(deps, connection, plan)
  if (kind === 'leg' || kind === 'status') await talks.afterLeg(deps, db, connection, of)
  if (kind === 'status' || kind === 'leg' || kind === 'recording') return []
  if (!plan || kind === 'voicemail') return HANGUP
  const context = contextOf(deps, connection, call.id)
  if (talks.isOfDialler(facts, kind, step)) return talks.diallerHears(deps, db, connection, { ...of, call, plan })
  if (isOfMember(facts, kind, step))
    return answerOutgoing(deps, db, connection, { call, plan, facts, kind, form, context })
  if (kind === 'whisper') return whispered(plan, { step, place }, context)
  if (kind === 'screen') return screened(plan, { step, place }, form.Digits, context)
  if (kind === 'screen_again') return screenedAgain(form.Digits)
  if (kind === 'menu' || kind === 'wait') return afterKey(deps, db, connection, { call, plan, report })
  if (kind === 'consult') return talks.afterConsulting(deps, db, connection, { ...of, step })
  const { turn = 1 } = report
  if (kind === 'hold' || talks.isOfTalk(plan, step))
    return talks.callerHears(deps, db, connection, { ...of, plan, turn })
  return afterDial(deps, db, connection, { call, plan, facts, report })
}

type Dialled = { call: queries.CallRow; plan: Plan; facts: CallFacts; report: Reported }
/** What follows a step: the next one, or the end of the talk. */
async function afterDial(deps: HookDeps, db: Db, connection: Connection, { call, plan, facts, report }: Dialled) {
  const { step = 0, form } = report
  const context = contextOf(deps, connection, call.id)
  const ended = facts.steps.find((one) => one.step === step)
  const bridged = ended !== undefined && isBridged(ended)
  const from = ended ? stepAfter(plan, ended, deps.now()) : step + 1
  const isOver = endOf(form.CallStatus) !== null
  const nextOf = (of: Plan, next: number) =>
    nextRinging(deps, db, connection, { plan: of, callId: call.id, from: next })
  if (!bridged && plan.flow && endOf(form.CallStatus)) return HANGUP
  if (!bridged) {
    const tried = ended && !isOver ? await planSecondTry(db, connection, { callId: call.id, plan, ended }) : plan
    const after = await findNext(deps, db, connection, { plan: tried, callId: call.id, from, texts: voiceTexts })
    return afterStep(after.plan, step, after.next, context)
  }
  if (endOf(form.CallStatus)) return HANGUP
  const cutOff = await findCutOff(deps, db, connection, { call, ended })
  return cutOff ? afterCutOff(cutOff, await nextOf(cutOff, step + 1), context) : HANGUP
}

type KeyAsked = { call: queries.CallRow; plan: Plan; report: Reported }
/** A key of a menu, or the end of a turn of waiting. A repeated report gets the same answer. */
async function afterKey(deps: HookDeps, db: Db, connection: Connection, { call, plan, report }: KeyAsked) {
  const { turn = 0, form } = report
  if (endOf(form.CallStatus)) return HANGUP
  const pressed = { turn, key: form.Digits || null }
  const texts = voiceTexts
  const decided = await advanceCall(deps, db, connection, { callId: call.id, seen: plan, turn: pressed, texts })
  const from = decided.since ?? 1
  const after = await findNext(deps, db, connection, { plan: decided, callId: call.id, from, texts })
  return stepOrClosing(after.plan, after.next, contextOf(deps, connection, call.id))
}

/** Pauses before looking again for a report of a page unload, which may arrive after its call has ended. */
const LATE_WORD_MS = [150, 350, 500]

type TalkEnded = { call: queries.CallRow; ended: Step }
async function findCutOff(deps: HookDeps, db: Db, connection: Connection, { call, ended }: TalkEnded) {
  const look = () =>
    db.transaction().execute((tx) => planCutOff(tx, connection, { call, ended, now: deps.now(), texts: voiceTexts }))
  let found = await look()
  if (winnerOf(ended)?.planned?.kind !== 'softphone') return found
  for (const wait of LATE_WORD_MS) {
    if (found) break
    await pause(wait)
    found = await look()
  }
  return found
}
