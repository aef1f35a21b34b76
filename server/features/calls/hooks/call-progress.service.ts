import type { CounterDelta } from '#contract/events/leads.ts'
import type { Db } from '../../../platform/db/db.ts'
import { emit } from '../../../platform/events/emit.ts'
import { newId } from '../../../platform/ids.ts'
import { callerOf } from '../../../providers/voice/callers.ts'
import type { HookForm } from '../../../providers/voice/voice.ts'
import { endRinging, leaveFlow } from '../../call-flows/engine/flow-calls.service.ts'
import { recordAnsweredCall } from '../../leads/change/answer.service.ts'
import { claimUnassignedLead } from '../../leads/change/claim.service.ts'
import { findOrCreateCallLead } from '../../leads/intake/phone-intake.service.ts'
import type { Plan, Rest } from '../../numbers/routing.rules.ts'
import type { Connection } from '../../numbers/voice-connections.cache.ts'
import { callDelta, callDeltas } from '../call-deltas.rules.ts'
import { isOfTest } from '../test-calls/line-tests/line-test-hooks.service.ts'
import { type CallFacts, factsOf, isBridged } from './call-facts.rules.ts'
import { attemptsOf, type Progress, progressOf } from './call-progress.rules.ts'
import { type ReportKind, secondsOf, type Where } from './call-reports.rules.ts'
import * as queries from './hooks.queries.ts'

/** How long an ended call waits for reports of its phones. */
const LATE_SECONDS = 20
/** How long to wait for an expected recording: the exchange repeats its report for ten minutes. */
const RECORDING_SECONDS = 900

/** Recomputes a call's row from all its reports and emits the changes. The row is locked. */
export async function refreshCall(tx: Db, businessId: string, call: queries.CallRow): Promise<CallFacts> {
  const facts = factsOf(call.plan, await queries.listReports(tx, businessId, call.id))
  const progress = progressOf(facts)
  // The delta to subtract for a call that was already counted.
  const before = call.status ? await queries.listAttempts(tx, businessId, call.id) : []
  const rows = attemptsOf(facts)
  await queries.updateCall(tx, businessId, { id: call.id, progress, checkAt: nextCheck(facts, progress) })
  if (rows.length) await queries.putAttempts(tx, businessId, { callId: call.id, rows })
  const isThrough = progress.state === 'ended' || progress.state === 'talking'
  if (isThrough && call.plan?.since !== undefined) await leaveFlow(tx, businessId, call.id)
  // The flow names people and their phones, and what is decided stands in the steps.
  if (progress.status && call.plan?.flow?.content.steps.length)
    await queries.updatePlan(tx, businessId, { id: call.id, plan: withoutSteps(call.plan, call.plan.flow) })
  const leadId = call.leadId ?? (await lateLead(tx, businessId, { call, progress }))
  if (call.campaignId && !call.isTest) {
    const about = { callId: call.id, campaignId: call.campaignId, ...(leadId && { leadId }) }
    let counts: CounterDelta[] | undefined
    if (leadId) {
      await giveToAnswerer(tx, businessId, { call, progress, leadId })
      counts = await respondByCall(tx, businessId, { call, progress, about: { ...about, leadId } })
    }
    await emitProgress(tx, businessId, { call, progress, about, counts, attempts: { before, after: rows } })
  }
  return facts
}

const withoutSteps = (plan: Plan, flow: Rest): Plan => ({
  ...plan,
  flow: { ...flow, content: { ...flow.content, steps: [] } },
})

/** Null: no further check. Undefined: the next check stays as planned. */
function nextCheck(
  { parent, plan, steps, hasRecording }: CallFacts,
  { status, endedAt }: Progress,
): Date | null | undefined {
  const answered = steps.find(isBridged)
  const isRecorded = answered && (plan?.steps[answered.step - 1]?.settings ?? plan)?.recording === true
  if (isRecorded && !hasRecording && endedAt) return new Date(Date.parse(endedAt) + RECORDING_SECONDS * 1_000)
  if (status !== null) return null
  return parent ? new Date(parent.at + LATE_SECONDS * 1_000) : undefined
}

/** A call whose first report is its end creates a lead, too. */
async function lateLead(tx: Db, businessId: string, { call, progress }: { call: queries.CallRow; progress: Progress }) {
  const { plan, caller, campaignId, id: callId } = call
  if (plan || !progress.status || !caller || !campaignId) return undefined
  const found = await findOrCreateCallLead(tx, businessId, { campaignId, phone: caller, name: '' })
  if (found) await queries.setLead(tx, businessId, { callId, leadId: found.leadId })
  return found?.leadId
}

type Answered = { call: queries.CallRow; progress: Progress; leadId: string }
/** Assigns an unassigned lead to the restricted member who answered, once; later changes of the lead stand. */
async function giveToAnswerer(tx: Db, businessId: string, { call, progress, leadId }: Answered) {
  const userId = progress.passedTo?.at(-1) ?? progress.answeredBy
  if (!userId || userId === (call.passedTo?.at(-1) ?? call.answeredBy)) return
  await claimUnassignedLead(tx, { kind: 'system', businessId }, { leadId, userId })
}

const isSameTime = (a: string | null, b: string | null) =>
  a === null || b === null ? a === b : Date.parse(a) === Date.parse(b)

type Responding = {
  call: queries.CallRow
  progress: Progress
  about: { callId: string; campaignId: string; leadId: string }
}
/** A late report may move the answer to another moment, or find that the call was not answered. */
async function respondByCall(tx: Db, businessId: string, { call, progress, about }: Responding) {
  const now = { startedAt: progress.startedAt, answeredAt: progress.answeredAt }
  // If the answer was reported before the call had a lead, it is new to that lead.
  const before = { startedAt: call.startedAt, answeredAt: call.leadId ? call.answeredAt : null }
  if (isSameTime(now.answeredAt, before.answeredAt)) return undefined
  const counts = await recordAnsweredCall(tx, businessId, { leadId: about.leadId, now, before })
  // Only the report of the answer emits this event, so it is emitted once.
  const isReported = !progress.status && (progress.state !== call.state || progress.answeredBy !== call.answeredBy)
  if (counts && !isReported) await emit(tx, { kind: 'system', businessId }, 'call.changed', { ...about, counts })
  return counts
}

type ProgressInput = {
  call: queries.CallRow
  progress: Progress
  about: { callId: string; campaignId: string; leadId?: string }
  /** Deltas of the lead's counters. */
  counts: CounterDelta[] | undefined
  attempts: { before: queries.CountedRow[]; after: queries.CountedRow[] }
}
async function emitProgress(tx: Db, businessId: string, { call, progress, about, counts, attempts }: ProgressInput) {
  const author = { kind: 'system', businessId } as const
  const of = { ...about, numberId: call.numberId, direction: call.direction }
  const { status } = progress
  if (status) {
    const isCutOff =
      (progress.reason === 'cut_off' || progress.reason === 'left_in_transfer') && ({ isCutOff: true } as const)
    const counted = call.status ? callDelta({ ...call, ...of, status: call.status }, attempts.before, 1) : null
    const deltas = callDeltas(counted, callDelta({ ...progress, ...of, status }, attempts.after, 1))
    if (deltas.length) await emit(tx, author, 'call.ended', { ...about, status, calls: deltas, ...isCutOff })
    return
  }
  if (progress.state !== call.state || progress.answeredBy !== call.answeredBy)
    await emit(tx, author, 'call.changed', { ...about, ...(counts && { counts }) })
}

/** The watchdog checks a call this long after its phones have rung. */
export const CHECK_SECONDS = 60

export type Reported = Where & { kind: ReportKind; callId: string | undefined; form: HookForm }
type Storing = Reported & { key: string; at: Date }
/** Undefined: the report is about the call of a line test, which has no row. */
export async function storeReport(
  tx: Db,
  { businessId, id: connectionId }: Pick<Connection, 'businessId' | 'id'>,
  report: Storing,
): Promise<{ call: queries.CallRow; facts: CallFacts } | undefined> {
  const { form } = report
  const sids = [form.ParentCallSid, form.CallSid].filter((sid) => sid !== undefined)
  const known =
    (report.callId && (await queries.lockCall(tx, businessId, { callId: report.callId, connectionId, sids }))) ||
    (await queries.lockCall(tx, businessId, { callId: undefined, connectionId, sids }))
  if (!known && (await isOfLineTest(tx, businessId, { ...report, connectionId }))) return undefined
  const call = known || (await insertStub(tx, businessId, { ...report, connectionId }))
  const isNew = await queries.insertReport(tx, businessId, { ...report, connectionId, callId: call.id })
  // Not while the turns of other people are locked, which would lock rows in another order than other calls do.
  if (isNew && report.kind === 'dial') await endRinging(tx, businessId, call.id)
  if (isNew && report.kind === 'recording') await announce(tx, businessId, { callId: call.id, form, at: report.at })
  const facts = isNew
    ? await refreshCall(tx, businessId, call)
    : factsOf(call.plan, await queries.listReports(tx, businessId, call.id))
  return { call, facts }
}

/** How long after the beginning of a line test the end of its call may be reported. */
const TEST_REPORTED_MS = 3_600_000
function isOfLineTest(tx: Db, businessId: string, { connectionId, form, at }: Storing & { connectionId: string }) {
  const called = form.To ?? ''
  const caller = callerOf(form.From, called).phone
  return isOfTest(tx, businessId, { connectionId, called, caller, since: new Date(at.getTime() - TEST_REPORTED_MS) })
}

/** Stores a report of an unknown call, whose own hook may still arrive. */
async function insertStub(tx: Db, businessId: string, { connectionId, form, at }: Storing & { connectionId: string }) {
  const isOfPhone = form.ParentCallSid !== undefined
  const sid = form.ParentCallSid ?? form.CallSid ?? ''
  const called = isOfPhone ? '' : (form.To ?? '')
  const number = await queries.findNumberOf(tx, businessId, { connectionId, phone: called })
  const caller = isOfPhone ? null : callerOf(form.From, called)
  await queries.insertCall(tx, businessId, {
    id: newId(),
    connectionId,
    sid,
    numberId: number?.id ?? null,
    campaignId: number?.campaignId ?? null,
    caller: caller?.phone ?? null,
    callerText: caller?.text ?? null,
    called,
    forwardedFrom: null,
    isFirstTime: false,
    plan: null,
    at,
    checkAt: new Date(at.getTime() + CHECK_SECONDS * 1_000),
  })
  const stub = await queries.lockCall(tx, businessId, { callId: undefined, connectionId, sids: [sid] })
  if (!stub) throw new Error('The call that was just stored is not there')
  return stub
}

const RECORDING_STATES: Record<string, 'announced' | 'absent' | 'failed'> = {
  completed: 'announced',
  absent: 'absent',
  failed: 'failed',
}
async function announce(
  tx: Db,
  businessId: string,
  { callId, form, at }: { callId: string; form: HookForm; at: Date },
) {
  const state = RECORDING_STATES[form.RecordingStatus ?? '']
  if (!state || !form.RecordingSid) return
  await queries.insertRecording(tx, businessId, {
    id: newId(),
    callId,
    sid: form.RecordingSid,
    kind: form.RecordingSource === 'RecordVerb' ? 'voicemail' : 'dial',
    state,
    channels: form.RecordingChannels === '2' ? 2 : 1,
    seconds: secondsOf(form.RecordingDuration),
    at,
  })
}
