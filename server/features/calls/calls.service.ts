import { type Call, type CallAttempt, type CallDetails, LEAD_CALLS_MAX } from '#contract/calls/calls.ts'
import { maskPhone } from '#contract/values/masks.ts'
import { AppError } from '../../platform/http/errors.ts'
import { canHearCalls, canReadCampaign, leadScope, seesMasked, visibleCampaigns } from '../access/access.rules.ts'
import type { HistorySource } from '../leads/history/history.rules.ts'
import { requireLead } from '../leads/leads.service.ts'
import type { CallerScreen } from '../numbers/routing.rules.ts'
import { type CallRow, idsOf, toCall } from './calls.presenter.ts'
import {
  findVisibleCall,
  isRefused,
  listCallsInHistory,
  listCallsOfLead,
  listLastCallsOfLeads,
  listRecordingsOf,
  listRungPhones,
} from './calls.queries.ts'
import type { CallContext, Reading } from './list/call-list.service.ts'

/** Presents rows: people hear recordings, API keys only read calls. */
async function shownBy({ db, caller, names }: CallContext, rows: readonly CallRow[]) {
  const named = await names.find(db, caller.businessId, idsOf(rows))
  const isMasked = seesMasked(caller)
  return (row: CallRow): Call => toCall(row, { named, mayHear: mayHearRow({ caller }, row), isMasked })
}

/** People hear recordings, API keys only read calls. */
const mayHearRow = ({ caller }: Pick<CallContext, 'caller'>, row: CallRow) =>
  caller.kind === 'person' && canHearCalls(caller, row.campaign_id)

/** Whether the caller may read the call: with the right to hear it, or if they made it or talked in it and may read its campaign. */
const canReadCall = ({ caller }: Reading, row: CallRow) =>
  canHearCalls(caller, row.campaign_id) ||
  (caller.kind === 'person' &&
    (row.answered_by === caller.userId || row.made_by === caller.userId || row.passed_to?.includes(caller.userId)) &&
    row.campaign_id !== null &&
    canReadCampaign(caller, row.campaign_id))

/** A call that the caller may read, else 404, which does not reveal whether it exists. */
export async function requireCall(context: Reading, id: string) {
  const { db, caller } = context
  const row = await findVisibleCall(db, caller.businessId, { id, sight: leadScope(caller) })
  if (!row || !canReadCall(context, row)) throw new AppError('call_not_found')
  return row
}

/** Returns a call of a campaign that the caller may read, even if they may not hear it. */
export async function requireCallOfCampaign({ db, caller }: Reading, id: string) {
  const row = await findVisibleCall(db, caller.businessId, { id, sight: leadScope(caller) })
  const isReadable =
    row && (visibleCampaigns(caller) === null || (row.campaign_id && canReadCampaign(caller, row.campaign_id)))
  if (!isReadable) throw new AppError('call_not_found')
  return row
}

/** A call that the caller may read. */
export async function getOwnCall(context: CallContext, id: string): Promise<Call> {
  const row = await requireCall(context, id)
  return (await shownBy(context, [row]))(row)
}

/** As getOwnCall; undefined in place of an error. */
export async function findOwnCall(context: CallContext, id: string): Promise<Call | undefined> {
  const { db, caller } = context
  const row = await findVisibleCall(db, caller.businessId, { id, sight: leadScope(caller) })
  return row && canReadCall(context, row) ? (await shownBy(context, [row]))(row) : undefined
}

type CallRequest = CallContext & { now: Date; screenCaller: CallerScreen | undefined }
export async function getCall(context: CallRequest, id: string): Promise<CallDetails> {
  const { db, caller, now, screenCaller } = context
  const row = await requireCall(context, id)
  const [shown, attempts, recordings, refused] = await Promise.all([
    shownBy(context, [row]),
    listRungPhones(db, caller.businessId, id),
    mayHearRow(context, row) ? listRecordingsOf(db, caller.businessId, id) : [],
    isRefused(db, caller.businessId, { screenCaller, caller: row.caller, campaignId: row.campaign_id, now }),
  ])
  return {
    ...shown(row),
    reason: row.reason,
    forwardedFrom: row.forwarded_from,
    attempts: attempts.map((one) => toAttempt(one, row.direction === 'outbound' && seesMasked(caller))),
    recordings,
    isBlacklisted: row.erased_at === null && refused,
  }
}

/**
 * The calls of a lead, for everyone who may read the lead. Recordings are included only in campaigns whose calls the
 * reader may hear.
 */
export async function findCallsOfLead(context: CallContext, leadId: string): Promise<Call[]> {
  const { db, caller } = context
  await requireLead(context, leadId)
  const rows = await listCallsOfLead(db, caller.businessId, { leadId, sight: leadScope(caller), limit: LEAD_CALLS_MAX })
  return rows.map(await shownBy(context, rows))
}

/** A lead's calls as items of its history, with the same rights as in findCallsOfLead. */
export const callsInHistory: HistorySource = {
  kind: 'calls',
  async list(context, page) {
    const { db, caller } = context
    const rows = await listCallsInHistory(db, caller.businessId, { ...page, sight: leadScope(caller) })
    const shown = await shownBy(context, rows)
    const by = { by: null, keyName: null, formName: null }
    return rows.map((row) => ({
      _id: row.place,
      at: row.started_at,
      event: 'call.started',
      ...by,
      ...(row.mergedFrom && { from: { _id: row.mergedFrom, name: '' } }),
      call: shown(row),
    }))
  },
}

/** The last call of each lead, for columns of the lead list. Every reader of a lead sees its last call. */
export async function findLastCallsOfLeads(context: CallContext, leadIds: readonly string[]): Promise<Call[]> {
  const { db, caller } = context
  const rows = await listLastCallsOfLeads(db, caller.businessId, { leadIds, sight: leadScope(caller) })
  return rows.map(await shownBy(context, rows))
}

type AttemptRow = Awaited<ReturnType<typeof listRungPhones>>[number]
/** `isHidden`: the phone of the lead is masked for the reader. */
const toAttempt = (
  { userId, name, image, kind, outcome, transfer, ...row }: AttemptRow,
  isHidden: boolean,
): CallAttempt => ({
  ...row,
  phone: row.phone && isHidden && !userId ? maskPhone(row.phone) : row.phone,
  kind: kind as CallAttempt['kind'],
  outcome: outcome as CallAttempt['outcome'],
  transfer: transfer as CallAttempt['transfer'],
  user: userId ? { _id: userId, name: name ?? '', image } : null,
})
