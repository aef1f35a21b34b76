import type { CallDetails } from '#contract/calls/calls.ts'
import type { LoggedCall } from '#contract/calls/outgoing/outgoing.ts'
import { LOGGED_DAYS_MAX } from '#contract/calls/outgoing/terms.ts'
import type { Db } from '../../../platform/db/db.ts'
import { onceInTransaction } from '../../../platform/db/idempotency.ts'
import { emit } from '../../../platform/events/emit.ts'
import type { Member } from '../../../platform/http/caller.ts'
import { AppError, invalidInput } from '../../../platform/http/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { canInCampaign } from '../../access/access.rules.ts'
import { recordAnsweredCall } from '../../leads/change/answer.service.ts'
import { requireLead } from '../../leads/leads.service.ts'
import { callDelta } from '../call-deltas.rules.ts'
import { removableUntil } from '../calls.presenter.ts'
import * as queries from './outgoing.queries.ts'

type Context = { db: Db; caller: Member; now: Date }
type Logging = Context & { idempotencyKey: string | undefined }

const DAY_MS = 86_400_000
/** The clock of a device may be fast. */
const CLOCK_MS = 120_000

/** Stores a call that was made elsewhere. It counts as any other; returns its id. */
export async function logCall(context: Logging, input: LoggedCall): Promise<CallDetails['_id']> {
  const { caller, now } = context
  const lead = await requireLead(context, input.leadId)
  if (lead.deleted_at) throw new AppError('lead_not_found')
  const { campaign_id: campaignId } = lead
  if (!canInCampaign(caller, 'calls.dial', campaignId)) throw new AppError('forbidden')
  const startedAt = new Date(input.startedAt)
  const age = now.getTime() - startedAt.getTime()
  if (age < -CLOCK_MS || age > LOGGED_DAYS_MAX * DAY_MS) throw invalidInput('startedAt', 'out_of_range')
  const seconds = input.isAnswered ? input.minutes * 60 : 0
  const { callId } = await onceInTransaction(context, input, async (tx) => {
    const callId = newId()
    await queries.insertLogged(tx, caller.businessId, {
      id: callId,
      ...{ leadId: input.leadId, campaignId, userId: caller.userId, phone: lead.phone, seconds },
      ...{ direction: input.direction, isAnswered: input.isAnswered, note: input.note, at: now.toISOString() },
      startedAt: startedAt.toISOString(),
      endedAt: new Date(startedAt.getTime() + seconds * 1_000).toISOString(),
    })
    const about = { callId, campaignId, leadId: input.leadId }
    const answer = { startedAt: startedAt.toISOString(), answeredAt: input.isAnswered ? startedAt.toISOString() : null }
    const counts = await respond(tx, caller, input.leadId, { now: answer, before: { ...answer, answeredAt: null } })
    if (counts) await emit(tx, caller, 'call.changed', { ...about, counts })
    const status = input.isAnswered ? ('Answered' as const) : ('Not Answered' as const)
    const counted = { ...about, ...{ numberId: null, direction: input.direction, status, ringSeconds: 0 } }
    const calls = [
      callDelta({ ...counted, answeredBy: caller.userId, startedAt: answer.startedAt, talkSeconds: seconds }, [], 1),
    ]
    await emit(tx, caller, 'call.ended', { ...about, status, calls, isLogged: true })
    return { callId }
  })
  return callId
}

type Answers = Omit<Parameters<typeof recordAnsweredCall>[2], 'leadId'>
const respond = (tx: Db, { businessId }: Member, leadId: string, answers: Answers) =>
  recordAnsweredCall(tx, businessId, { leadId, ...answers })

/** Deletes a call that the member logged, within a day: as if it had not been logged. */
export const removeLogged = ({ db, caller, now }: Context, id: string) =>
  db.transaction().execute(async (tx) => {
    const { businessId, userId } = caller
    const call = await queries.lockLogged(tx, businessId, { id, userId })
    if (!call?.campaign_id || !call.lead_id || !call.logged_at) throw new AppError('call_not_found')
    if (removableUntil(call.logged_at) < now.toISOString()) throw new AppError('log_kept')
    const { campaign_id: campaignId, lead_id: leadId } = call
    await queries.deleteLogged(tx, businessId, id)
    const startedAt = new Date(call.started_at).toISOString()
    const isAnswered = call.answered_at !== null
    const answer = { startedAt, answeredAt: isAnswered ? startedAt : null }
    const counts = await respond(tx, caller, leadId, { now: { ...answer, answeredAt: null }, before: answer })
    const status = isAnswered ? ('Answered' as const) : ('Not Answered' as const)
    const direction = call.direction as 'inbound' | 'outbound'
    const counted = { campaignId, numberId: null, direction, status, answeredBy: userId, startedAt, ringSeconds: 0 }
    const calls = [callDelta({ ...counted, talkSeconds: call.talk_s }, [], -1)]
    await emit(tx, caller, 'call.log_deleted', { callId: id, campaignId, leadId, calls, ...(counts && { counts }) })
  })
