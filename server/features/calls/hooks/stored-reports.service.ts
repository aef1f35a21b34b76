import type { Db } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'
import { callerOf } from '../../../providers/voice/callers.ts'
import type { HookForm } from '../../../providers/voice/voice.ts'
import { endRinging } from '../../call-flows/engine/flow-calls.service.ts'
import type { Connection } from '../../numbers/voice-connections.cache.ts'
import { isOfTest } from '../line-tests/line-tests.queries.ts'
import { type CallFacts, factsOf } from './call-facts.rules.ts'
import { refreshCall } from './call-progress.service.ts'
import { type ReportKind, secondsOf, type Where } from './call-reports.rules.ts'
import * as queries from './hooks.queries.ts'

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
