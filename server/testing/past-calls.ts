import type { CallDirection, CallStatus } from '#contract/calls/call-statuses.ts'
import type { CallDelta } from '#contract/events/calls/calls.ts'
import { type CountedAttempt, callDelta, callDeltas } from '../features/calls/call-deltas.rules.ts'
import { emit } from '../platform/events/emit.ts'
import { newId } from '../platform/ids.ts'
import type { testApp } from './test-app.ts'
import { nextPhone } from './test-leads.ts'

type App = Awaited<ReturnType<typeof testApp>>
type Business = Awaited<ReturnType<App['newBusiness']>>
export type PastCall = {
  at: string
  /** Null: a number without a campaign. */
  campaignId: string | null
  /** Null: ongoing. */
  status: CallStatus | null
  leadId?: string
  /** Absent: incoming. */
  direction?: CallDirection
  /** The phone of the other side; absent: a new one. */
  phone?: string
  answeredBy?: string | undefined
  ring?: number
  talk?: number
  attempts?: CountedAttempt[]
  /** A test call. */
  isTest?: boolean
}

const OUR_NUMBER = '+972724440000'

const deltaOf = (call: PastCall): CallDelta | null =>
  call.status && call.campaignId && !call.isTest
    ? callDelta(
        {
          campaignId: call.campaignId,
          numberId: null,
          direction: call.direction ?? 'inbound',
          status: call.status,
          answeredBy: call.answeredBy ?? null,
          startedAt: call.at,
          ringSeconds: call.ring ?? 0,
          talkSeconds: call.talk ?? 0,
        },
        call.attempts ?? [],
        1,
      )
    : null

/** Past calls with their events, as the provider's reports would have stored them. */
export function pastCalls({ deps }: App) {
  const connections = new Map<string, string>()

  async function ring(business: Business, call: PastCall) {
    const { businessId } = business
    const connectionId = connections.get(businessId) ?? (await newConnection(business))
    connections.set(businessId, connectionId)
    const callId = await insertCall(business, call, connectionId)
    if (call.status) await end(business, callId, { ...call, status: null }, call)
    return callId
  }

  /** Ends a call, with the counter deltas from its previous state. */
  async function end({ businessId, db }: Business, callId: string, before: PastCall, call: PastCall) {
    const isAnswered = call.status === 'Answered'
    await db.transaction().execute(async (tx) => {
      await tx
        .updateTable('calls')
        .set({
          state: 'ended',
          status: call.status,
          ring_s: call.ring ?? 0,
          talk_s: isAnswered ? (call.talk ?? 0) : 0,
          answered_by: isAnswered ? (call.answeredBy ?? null) : null,
          ended_at: call.at,
        })
        .where('business_id', '=', businessId)
        .where('id', '=', callId)
        .execute()
      const after = deltaOf(call)
      if (!after) return
      const { campaignId, status } = after
      const payload = { callId, campaignId, status, calls: callDeltas(deltaOf(before), after) }
      await emit(tx, { kind: 'system', businessId }, 'call.ended', payload)
    })
    deps.wakeRelay()
  }
  return { ring, end }
}

async function newConnection({ businessId, db }: Business) {
  const id = newId()
  await db.insertInto('connections').values({ business_id: businessId, id, provider: 'local', account: 'AC' }).execute()
  return id
}

async function insertCall({ businessId, db }: Business, call: PastCall, connectionId: string) {
  const id = newId()
  await db
    .insertInto('calls')
    .values({
      business_id: businessId,
      id,
      connection_id: connectionId,
      provider_sid: id,
      campaign_id: call.campaignId,
      lead_id: call.leadId ?? null,
      direction: call.direction ?? 'inbound',
      caller: call.direction === 'outbound' ? OUR_NUMBER : (call.phone ?? nextPhone()),
      called: call.direction === 'outbound' ? (call.phone ?? nextPhone()) : OUR_NUMBER,
      started_at: call.at,
      is_test: call.isTest ?? false,
    })
    .execute()
  const attempts = (call.attempts ?? []).map(({ userId, outcome, bridged }, place) => ({
    business_id: businessId,
    call_id: id,
    step: 1,
    place,
    kind: 'softphone',
    user_id: userId,
    started_at: call.at,
    outcome,
    bridged,
  }))
  if (attempts.length) await db.insertInto('call_attempts').values(attempts).execute()
  return id
}
