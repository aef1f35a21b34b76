import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/db.ts'
import { emit } from '../../../platform/events/emit.ts'
import type { HookForm, Instruction } from '../../../providers/voice/voice.ts'
import type { Plan } from '../../numbers/routing.rules.ts'
import type { Connection } from '../../numbers/voice-connections.cache.ts'
import { isRefused, nameCall } from '../calls.queries.ts'
import { type CallFacts, isBridged, isLeadsStep } from '../hooks/call-facts.rules.ts'
import { type PlanContext, stepOrClosing } from '../hooks/call-instructions.rules.ts'
import { endOf, type ReportKind } from '../hooks/call-reports.rules.ts'
import { nextRinging } from '../hooks/ringable-phones.service.ts'
import { findObstacles, markRinging } from './dial.queries.ts'
import { findLeadName, findNewLead } from './outgoing.queries.ts'
import { afterLead, alreadyAnswered, askToConnect, notPossible } from './outgoing.rules.ts'
import { isQuiet } from './quiet.service.ts'

/** A call as its report found it. */
type Reporting = { id: string; sid: string; campaignId: string | null; leadId: string | null; plan: Plan | null }
type HookDeps = Pick<Deps, 'env' | 'now' | 'screenCaller' | 'stoppedBy'>
type Reported = {
  call: Reporting
  plan: Plan
  facts: CallFacts
  kind: ReportKind
  form: HookForm
  context: PlanContext
}

const HANGUP: Instruction[] = [{ verb: 'hangup' }]

const OF_MEMBER: readonly ReportKind[] = ['answered', 'accept', 'accept_again']
const OF_LEAD: readonly ReportKind[] = ['dial', 'screen']
/** Whether the phone of the member who makes the call asks what comes next, or that of the lead before they talk. */
export const isOfMember = ({ plan }: CallFacts, kind: ReportKind, step: number): boolean =>
  plan?.outgoing !== undefined && (OF_MEMBER.includes(kind) || (OF_LEAD.includes(kind) && isLeadsStep(plan, step)))

/** What follows in a call that a member makes. A repeated report gets the same answer. */
export async function answerOutgoing(deps: HookDeps, db: Db, connection: Connection, reported: Reported) {
  const { call, plan, facts, kind, form, context } = reported
  const { businessId } = connection
  if (endOf(form.CallStatus) || plan.outgoing?.isCanceled) return HANGUP
  if (kind === 'screen') return connectLead(db, businessId, call)
  if (kind === 'dial') return facts.steps.some(isBridged) ? HANGUP : afterLead(plan, facts, context)
  const isAccepted = form.Digits === '1'
  if (plan.outgoing?.via === 'phone' && !isAccepted) {
    if (kind === 'accept_again') return HANGUP
    const name = await findLeadName(db, businessId, call.leadId)
    return askToConnect(plan, { name, isAgain: kind === 'accept' }, context)
  }
  return connect(deps, db, connection, { call, plan, context })
}

type Connecting = Pick<Reported, 'call' | 'plan' | 'context'>
/** Rings the person, with the limits and marks at this time. */
async function connect(deps: HookDeps, db: Db, connection: Connection, { call, plan, context }: Connecting) {
  const { businessId } = connection
  const { id: callId, campaignId, leadId } = call
  const leg = plan.steps[0]?.legs[0]
  const phone = leg?.kind === 'phone' ? leg.phone : ''
  const screened = { screenCaller: deps.screenCaller, caller: phone, campaignId, now: deps.now() }
  const isForbidden =
    (await findObstacles(db, businessId, phone)).isBarred || (await isRefused(db, businessId, screened))
  if (isForbidden) return notPossible(plan, context)
  const refusal = plan.outgoing?.newLead && leadId && (await refusalOf(deps, db, businessId, leadId))
  if (refusal) return refusal(plan, context)
  const ringing = await nextRinging(deps, db, connection, { plan, callId, from: 1 })
  if (!ringing) return notPossible(plan, context)
  await db.transaction().execute(async (tx) => {
    if (await markRinging(tx, businessId, callId)) await announceChange(tx, businessId, call)
  })
  return stepOrClosing(plan, { from: 1, ringing }, context)
}

/** What a member who was rung for a new lead hears if it is not called now; undefined: it is. */
async function refusalOf(deps: HookDeps, db: Db, businessId: string, leadId: string) {
  const now = deps.now()
  const lead = await findNewLead(db, businessId, { leadId, now })
  if (!lead || lead.isAnswered) return alreadyAnswered
  const isPossible = lead.isRunning && lead.isOpen && !(await isQuiet(deps, db, businessId, { ...lead, now }))
  return isPossible ? undefined : notPossible
}

/** The lead has heard what comes before the talk: the talk begins, and can be held. */
async function connectLead(db: Db, businessId: string, call: Reporting): Promise<Instruction[]> {
  await db.transaction().execute((tx) => announceChange(tx, businessId, call))
  return []
}

async function announceChange(tx: Db, businessId: string, { id: callId, campaignId, leadId }: Reporting) {
  if (!campaignId) return
  await emit(tx, { kind: 'system', businessId }, 'call.changed', { callId, campaignId, ...(leadId && { leadId }) })
}

/** The first report of a call brings the provider's id, also if the reply to its start was lost. */
export async function noteSid(db: Db, { businessId, provider }: Connection, call: Reporting, form: HookForm) {
  const { CallSid: sid, ParentCallSid: parent } = form
  if (!call.plan?.outgoing || call.sid !== call.id || !sid || parent) return
  await nameCall(db, businessId, { id: call.id, sid })
  if (call.plan.outgoing.isCanceled && !endOf(form.CallStatus)) await provider.endCall(sid)
}
