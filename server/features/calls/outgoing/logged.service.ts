import type { EditedLog, LoggedCall } from '#contract/calls/outgoing/outgoing.ts'
import { LOGGED_DAYS_MAX } from '#contract/calls/outgoing/terms.ts'
import type { CallDelta } from '#contract/events/calls/calls.ts'
import type { Db } from '../../../platform/db/db.ts'
import { onceInTransaction } from '../../../platform/db/idempotency.ts'
import { emit } from '../../../platform/events/emit.ts'
import type { Member } from '../../../platform/http/caller.ts'
import { AppError, invalidInput } from '../../../platform/http/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { canInCampaign } from '../../access/access.rules.ts'
import { recordAnsweredCall, touchLead } from '../../leads/change/answer.service.ts'
import { requireLead } from '../../leads/leads.service.ts'
import { callDelta, callDeltas } from '../call-deltas.rules.ts'
import { removableUntil } from '../calls.presenter.ts'
import { requireCall } from '../calls.service.ts'
import * as queries from './logged.queries.ts'
import { canEditLog, changesOf } from './logged.rules.ts'

type Logged = queries.Logged
type Context = { db: Db; caller: Member; now: Date }
type Logging = Context & { idempotencyKey: string | undefined }

const DAY_MS = 86_400_000
/** The clock of a device may be fast. */
const CLOCK_MS = 120_000

/** Stores a call that was made elsewhere. It counts as any other; returns its id. */
export async function logCall(context: Logging, input: LoggedCall): Promise<string> {
  const { caller, now } = context
  const lead = await requireLead(context, input.leadId)
  if (lead.deleted_at) throw new AppError('lead_not_found')
  const { campaign_id: campaignId } = lead
  if (!canInCampaign(caller, 'calls.dial', campaignId)) throw new AppError('forbidden')
  const said = saidIn(input)
  refuseTime(said.startedAt, now)
  const { callId } = await onceInTransaction(context, input, async (tx) => {
    const call = {
      ...{ ...said, id: newId(), leadId: input.leadId, campaignId, userId: caller.userId, phone: lead.phone },
      ...{ at: now.toISOString(), mergedFrom: null },
    }
    await queries.insertLogged(tx, caller.businessId, call)
    await touchLead(tx, caller.businessId, call.leadId)
    const about = aboutOf(call)
    const counts = await respond(tx, caller, call, { now: answerOf(call), before: notAnswered(call) })
    if (counts) await emit(tx, caller, 'call.changed', { ...about, counts })
    await emit(tx, caller, 'call.ended', {
      ...about,
      status: statusOf(call),
      calls: [weightOf(call, 1)],
      isLogged: true,
    })
    return { callId: call.id }
  })
  return callId
}

/** Changes a logged call; figures and the first response become as if it had been logged so. */
export async function editLogged(context: Context, id: string, input: EditedLog) {
  await requireCall(context, id)
  await context.db.transaction().execute(async (tx) => {
    const { caller, now } = context
    const before = await lockEditable(tx, context, id)
    const after = { ...before, ...saidIn(input) }
    const { changes, personal } = changesOf(before, after)
    if (Object.keys({ ...changes, ...personal }).length === 0) return
    if (changes.startedAt) refuseTime(after.startedAt, now)
    await queries.updateLogged(tx, caller.businessId, after)
    const counts = await respond(tx, caller, after, { now: answerOf(after), before: answerOf(before) })
    const calls = callDeltas(weightOf(before, 1), weightOf(after, 1))
    const facts = { ...aboutOf(after), calls, changes, ...(counts && { counts }) }
    await emit(tx, caller, 'call.log_edited', { ...facts, ...(personal && { personal: { changes: personal } }) })
  })
}

/** Deletes a logged call, as if it had not been logged. */
export async function removeLogged(context: Context, id: string) {
  await requireCall(context, id)
  await context.db.transaction().execute(async (tx) => {
    const { caller } = context
    const call = await lockEditable(tx, context, id)
    await queries.deleteLogged(tx, caller.businessId, id)
    const counts = await respond(tx, caller, call, { now: notAnswered(call), before: answerOf(call) })
    const facts = { ...aboutOf(call), calls: [weightOf(call, -1)], ...(counts && { counts }) }
    await emit(tx, caller, 'call.log_deleted', { ...facts, personal: { log: call } })
  })
}

/** Undoes a deletion: by the person who deleted the call, within a day. */
export const restoreLogged = ({ db, caller, now }: Context, id: string) =>
  db.transaction().execute(async (tx) => {
    const { businessId, userId } = caller
    const deleted = await queries.findDeleted(tx, businessId, id)
    if (!deleted?.log || deleted.deletedBy !== userId) throw new AppError('call_not_found')
    if (removableUntil(deleted.at) < now.toISOString()) throw new AppError('log_kept')
    const { log: call } = deleted
    const lead = await requireLead({ db: tx, caller }, call.leadId)
    if (lead.deleted_at) throw new AppError('lead_not_found')
    if (!canInCampaign(caller, 'calls.dial', call.campaignId)) throw new AppError('forbidden')
    // A second click finds it restored.
    if (!(await queries.insertLogged(tx, businessId, call))) return
    const counts = await respond(tx, caller, call, { now: answerOf(call), before: notAnswered(call) })
    const facts = { ...aboutOf(call), calls: [weightOf(call, 1)], ...(counts && { counts }) }
    await emit(tx, caller, 'call.log_restored', facts)
  })

async function lockEditable(tx: Db, { caller, now }: Context, id: string) {
  const call = await queries.lockLogged(tx, caller.businessId, id)
  if (!call) throw new AppError('call_not_found')
  if (!canEditLog(caller, call)) throw new AppError('forbidden')
  const isLate = removableUntil(call.at) < now.toISOString()
  if (isLate && !canInCampaign(caller, 'calls.editLogs', call.campaignId)) throw new AppError('log_kept')
  return call
}

const saidIn = ({ direction, isAnswered, note, ...input }: EditedLog) => ({
  ...{ direction, isAnswered, note, startedAt: new Date(input.startedAt).toISOString() },
  seconds: isAnswered ? input.minutes * 60 : 0,
})

function refuseTime(startedAt: string, now: Date) {
  const age = now.getTime() - Date.parse(startedAt)
  if (age < -CLOCK_MS || age > LOGGED_DAYS_MAX * DAY_MS) throw invalidInput('startedAt', 'out_of_range')
}

const aboutOf = ({ id, campaignId, leadId }: Logged) => ({ callId: id, campaignId, leadId })
const statusOf = ({ isAnswered }: Logged) => (isAnswered ? ('Answered' as const) : ('Not Answered' as const))
const notAnswered = ({ startedAt }: Logged) => ({ startedAt, answeredAt: null })
const answerOf = ({ startedAt, isAnswered }: Logged) => ({ startedAt, answeredAt: isAnswered ? startedAt : null })

/** What it adds to the counters, or takes from them. */
function weightOf(call: Logged, sign: 1 | -1): CallDelta {
  const { campaignId, direction, startedAt, userId: answeredBy, seconds: talkSeconds } = call
  const counted = { campaignId, numberId: null, direction, status: statusOf(call), answeredBy, startedAt }
  return callDelta({ ...counted, ringSeconds: 0, talkSeconds }, [], sign)
}

type Answers = Omit<Parameters<typeof recordAnsweredCall>[2], 'leadId'>
const respond = (tx: Db, { businessId }: Member, { leadId }: Logged, answers: Answers) =>
  recordAnsweredCall(tx, businessId, { leadId, ...answers })
