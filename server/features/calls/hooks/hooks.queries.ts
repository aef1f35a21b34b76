import { sql } from 'kysely'
import type { CallStatus } from '#contract/calls/call-statuses.ts'
import type { Db } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'
import type { HookForm } from '../../../providers/voice/voice.ts'
import type { leadFromPhone } from '../../leads/intake/phone-intake.service.ts'
import type { Plan } from '../../numbers/routing.rules.ts'
import type { AttemptRow, Progress } from './call-progress.rules.ts'
import type { ReportKind, StoredReport, Where } from './call-reports.rules.ts'

type Arrived = {
  call: NewCall
  key: string
  form: HookForm
  /** The lead to create or find for the caller; null: none. */
  lead: ReturnType<typeof leadFromPhone> | null
  screenedBy: string | null
  /** The members to whom the call is announced before their browser phones ring. */
  announcedTo: string[]
}
type Taken = { outcome: 'stored' | 'known' | 'again'; leadId: string | null }
/**
 * Writes an incoming call with its report, lead and event in one round trip. `known`: an earlier report made the row
 * already; `again`: this report was stored before, and nothing is written.
 */
export async function takeCall(
  tx: Db,
  businessId: string,
  { call, key, form, lead, screenedBy, announcedTo, alone }: Arrived & { alone: boolean },
): Promise<Taken> {
  // Ids that are created in the same millisecond are not ordered. They are sorted, so that the lead's event comes
  // before the event of its call.
  const [first, eventId] = [newId(), newId()].toSorted()
  const given = {
    ...call,
    key,
    payload: { form },
    lead: lead && { ...lead, eventId: first },
    screenedBy,
    announcedTo: announcedTo.length ? announcedTo : null,
    eventId,
  }
  const { rows } = await sql<Taken>`select outcome, lead_id as "leadId"
    from ingest_call(${businessId}::uuid, ${JSON.stringify(given)}::jsonb, ${alone}::boolean)`.execute(tx)
  return rows[0] as Taken
}

type Report = Where & { connectionId: string; callId: string; key: string; kind: ReportKind; form: HookForm; at: Date }
/** False if this report is stored already. */
export async function insertReport(tx: Db, businessId: string, report: Report): Promise<boolean> {
  const { step, place, turn, form } = report
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('provider_events')
    .values({
      business_id: businessId,
      connection_id: report.connectionId,
      dedupe_key: report.key,
      call_id: report.callId,
      kind: report.kind,
      payload: JSON.stringify({ step, place, turn, form }),
      received_at: report.at.toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** All reports of a call, in a stable order. */
export async function listReports(tx: Db, businessId: string, callId: string): Promise<StoredReport[]> {
  const { rows } = await sql<{ kind: ReportKind; payload: Where & { form: HookForm }; receivedAt: string }>`
    select kind, payload, received_at as "receivedAt" from provider_events
    where business_id = ${businessId} and call_id = ${callId} order by dedupe_key`.execute(tx)
  return rows.map(({ kind, payload, receivedAt }) => ({ ...payload, kind, receivedAt }))
}

export type NewCall = {
  id: string
  connectionId: string
  sid: string
  numberId: string | null
  campaignId: string | null
  caller: string | null
  callerText: string | null
  called: string
  /** The number that was dialled, if its carrier forwarded the call. */
  forwardedFrom: string | null
  isFirstTime: boolean
  plan: Plan | null
  at: Date
  checkAt: Date
}
/** False if an earlier report made the call already. */
export async function insertCall(tx: Db, businessId: string, call: NewCall): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('calls')
    .values({
      business_id: businessId,
      id: call.id,
      connection_id: call.connectionId,
      provider_sid: call.sid,
      is_first_time: call.isFirstTime,
      started_at: call.at.toISOString(),
      check_at: call.checkAt.toISOString(),
      ...decided(call),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

type Decided = Pick<
  NewCall,
  'id' | 'numberId' | 'campaignId' | 'caller' | 'callerText' | 'called' | 'forwardedFrom' | 'plan'
>
const decided = ({ numberId, campaignId, caller, callerText, called, forwardedFrom, plan }: Decided) => ({
  number_id: numberId,
  campaign_id: campaignId,
  caller,
  caller_text: callerText,
  called,
  forwarded_from: forwardedFrom,
  plan: plan && JSON.stringify(plan),
})

/** Completes a stub row, made by an early report, with the routing decision. */
export const updateStub = (tx: Db, businessId: string, call: Decided) =>
  tx.updateTable('calls').set(decided(call)).where('business_id', '=', businessId).where('id', '=', call.id).execute()

export type CallRow = {
  id: string
  sid: string
  connectionId: string
  numberId: string | null
  campaignId: string | null
  leadId: string | null
  caller: string | null
  plan: Plan | null
  direction: 'inbound' | 'outbound'
  isTest: boolean
  state: Progress['state']
  status: CallStatus | null
  startedAt: string
  answeredAt: string | null
  ringSeconds: number | null
  talkSeconds: number
  answeredBy: string | null
  /** The people to whom the caller was passed on, in order. */
  passedTo: string[] | null
  checks: number
}
const callColumns = sql`c.id, c.provider_sid as sid, c.connection_id as "connectionId", c.number_id as "numberId",
  c.campaign_id as "campaignId", c.lead_id as "leadId", c.caller, c.plan, c.direction, c.is_test as "isTest", c.state, c.status,
  c.started_at as "startedAt", c.answered_at as "answeredAt", c.ring_s as "ringSeconds", c.talk_s as "talkSeconds", c.answered_by as "answeredBy",
  c.passed_to as "passedTo", c.checks`

type Which = { callId: string | undefined; connectionId: string; sids: readonly string[] }
/**
 * Locks the call, found by our id or else by the provider's id of the caller's leg. Concurrent reports of the call
 * wait.
 */
export async function lockCall(tx: Db, businessId: string, { callId, connectionId, sids }: Which) {
  const { rows } = await sql<CallRow>`select ${callColumns} from calls c
    where c.business_id = ${businessId} and c.connection_id = ${connectionId}
      and (c.id = ${callId ?? null}::uuid or (${callId ?? null}::uuid is null and c.provider_sid = any(${sids}::text[])))
    for update`.execute(tx)
  return rows[0]
}

export const updatePlan = (tx: Db, businessId: string, { id, plan }: { id: string; plan: Plan }) =>
  tx
    .updateTable('calls')
    .set({ plan: JSON.stringify(plan), callback_asked: plan.callbackAsked === true })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute()

export const setLead = (tx: Db, businessId: string, { callId, leadId }: { callId: string; leadId: string }) =>
  tx
    .updateTable('calls')
    .set({ lead_id: leadId })
    .where('business_id', '=', businessId)
    .where('id', '=', callId)
    .execute()

export const updateCall = (
  tx: Db,
  businessId: string,
  { id, progress, checkAt }: { id: string; progress: Progress; checkAt: Date | null | undefined },
) =>
  tx
    .updateTable('calls')
    .set({
      state: progress.state,
      status: progress.status,
      reason: progress.reason,
      started_at: progress.startedAt,
      answered_at: progress.answeredAt,
      ended_at: progress.endedAt,
      ring_s: progress.ringSeconds,
      talk_s: progress.talkSeconds,
      total_s: progress.totalSeconds,
      answered_by: progress.answeredBy,
      answered_phone: progress.answeredPhone,
      passed_to: progress.passedTo,
      is_abandoned: progress.isAbandoned,
      ...(checkAt !== undefined && { check_at: checkAt?.toISOString() ?? null }),
    })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute()

export type CountedRow = { userId: string | null; outcome: string | null; bridged: boolean }
export const listAttempts = (tx: Db, businessId: string, callId: string): Promise<CountedRow[]> =>
  tx
    .selectFrom('call_attempts')
    .select(['user_id as userId', 'outcome', 'bridged'])
    .where('business_id', '=', businessId)
    .where('call_id', '=', callId)
    .execute()

export const putAttempts = (tx: Db, businessId: string, { callId, rows }: { callId: string; rows: AttemptRow[] }) =>
  sql`insert into call_attempts (business_id, call_id, step, place, kind, user_id, phone, provider_sid, started_at,
      ringing_at, answered_at, ended_at, outcome, bridged, transfer)
    select ${businessId}, ${callId}, r.step, r.place, r.kind, r."userId", r.phone, r.sid, r."startedAt", r."ringingAt",
      r."answeredAt", r."endedAt", r.outcome, r.bridged, r.transfer
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(step smallint, place smallint, kind text, "userId" uuid,
      phone text, sid text, "startedAt" timestamptz, "ringingAt" timestamptz, "answeredAt" timestamptz,
      "endedAt" timestamptz, outcome text, bridged boolean, transfer text)
    on conflict (business_id, call_id, step, place) do update set provider_sid = excluded.provider_sid,
      started_at = excluded.started_at, ringing_at = excluded.ringing_at, answered_at = excluded.answered_at,
      ended_at = excluded.ended_at, outcome = excluded.outcome, bridged = excluded.bridged
    -- A caller who waits has many attempts, and a report changes few of them.
    where (call_attempts.provider_sid, call_attempts.started_at, call_attempts.ringing_at, call_attempts.answered_at,
        call_attempts.ended_at, call_attempts.outcome, call_attempts.bridged)
      is distinct from (excluded.provider_sid, excluded.started_at, excluded.ringing_at, excluded.answered_at,
        excluded.ended_at, excluded.outcome, excluded.bridged)`.execute(tx)

/** Moves an early report to the call that it belongs to. */
export const moveReport = (
  tx: Db,
  businessId: string,
  { connectionId, key, callId }: { connectionId: string; key: string; callId: string },
) =>
  tx
    .updateTable('provider_events')
    .set({ call_id: callId })
    .where('business_id', '=', businessId)
    .where('connection_id', '=', connectionId)
    .where('dedupe_key', '=', key)
    .execute()

export const findNumberOf = (
  tx: Db,
  businessId: string,
  { connectionId, phone }: { connectionId: string; phone: string },
) =>
  tx
    .selectFrom('virtual_numbers')
    .select(['id', 'campaign_id as campaignId'])
    .where('business_id', '=', businessId)
    .where('phone', '=', phone)
    .where('connection_id', '=', connectionId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

type Announced = {
  id: string
  callId: string
  sid: string
  kind: 'dial' | 'voicemail'
  state: 'announced' | 'absent' | 'failed'
  channels: number
  seconds: number | null
  at: Date
}
/** Adds a recording to fetch; a known one stays unchanged. */
export const insertRecording = (tx: Db, businessId: string, recording: Announced) =>
  tx
    .insertInto('recordings')
    .values({
      business_id: businessId,
      id: recording.id,
      call_id: recording.callId,
      provider_sid: recording.sid,
      kind: recording.kind,
      state: recording.state,
      channels: recording.channels,
      seconds: recording.seconds,
      created_at: recording.at.toISOString(),
      due_at: recording.state === 'announced' ? recording.at.toISOString() : null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
