import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import { MISSED_CALLERS_LISTED, type missedStates } from '#contract/leads/follow-ups/missed-calls.ts'
import { actsEverywhere } from '#contract/roles.ts'
import type { Db } from '../../../platform/db/db.ts'
import { emit } from '../../../platform/events/emit.ts'
import type { Member } from '../../../platform/http/caller.ts'
import { AppError, invalidInput } from '../../../platform/http/errors.ts'
import { canInCampaign, isRestrictedToOwn, seesMasked } from '../../access/access.rules.ts'
import { requireCallOfCampaign } from '../../calls/calls.service.ts'
import { requireReadCampaign } from '../today/requested-campaign.service.ts'
import { sightOfDesk } from '../today/sight.rules.ts'
import { counted } from '../today/today.presenter.ts'
import { toMissedCaller } from './missed-calls.presenter.ts'
import * as queries from './missed-calls.queries.ts'
import { isSnooze, oldestCounted } from './missed-calls.rules.ts'
import { lockCallers, recountCallers } from './recount.queries.ts'

type Context = { db: Db; caller: Member; now: Date }
type Asked = { campaignId?: string | undefined; state: (typeof missedStates)[number] }

/** The missed callers of all campaigns whose leads the caller may edit. */
export async function listMissedCallers(context: Context, { campaignId, state }: Asked) {
  const { db, caller, now } = context
  await requireReadCampaign(context, campaignId)
  const found = await queries.readMissedCallers(db, caller.businessId, {
    sight: sightOfDesk(caller),
    campaignId,
    rows: MISSED_CALLERS_LISTED,
    now,
    isSnoozed: state === 'snoozed',
  })
  return { ...counted(found), callers: found.rows.map((row) => toMissedCaller(row, seesMasked(caller), now)) }
}

/** The last call of a missed caller; requires the right to edit leads of its campaign. */
async function requireMissedCall({ db, caller, now }: Context, callId: string) {
  const row = await requireCallOfCampaign({ db, caller }, callId)
  const { campaign_id: campaignId, lead_id: leadId } = row
  const mayEdit = campaignId ? canInCampaign(caller, 'leads.edit', campaignId) : actsEverywhere(caller.role)
  if (!mayEdit) throw new AppError('forbidden')
  const isRestricted = campaignId !== null && isRestrictedToOwn(caller, campaignId)
  const own = { callId, userId: caller.userId, since: oldestCounted(now) }
  if (isRestricted && !(await queries.isOwnCaller(db, caller.businessId, own))) throw new AppError('call_not_found')
  if (!row.caller) throw new AppError('caller_withheld')
  return { phone: row.caller, about: { campaignId: campaignId ?? ALL_CAMPAIGNS, callId, ...(leadId && { leadId }) } }
}

/** Marks the missed calls of a caller as returned, or removes the mark. What is marked already makes no second event. */
export const setReturned = ({ db, caller, now }: Context, callId: string, isDone: boolean) =>
  db.transaction().execute(async (tx) => {
    const { businessId, userId } = caller
    const { phone, about } = await requireMissedCall({ db: tx, caller, now }, callId)
    const changed = isDone
      ? await queries.markReturned(tx, businessId, { callId, returnedAt: now.toISOString(), userId })
      : await queries.unmarkReturned(tx, businessId, callId)
    if (!changed) return
    // At once, so that the caller's next list shows it; the relay counts again after it.
    await recountCallers(tx, [{ business_id: businessId, caller: phone }], oldestCounted(now))
    await emit(tx, caller, isDone ? 'call.returned' : 'call.return_undone', about)
  })

/** Hides a missed caller until a time or until they try again; null: shows them again. */
export const snooze = ({ db, caller, now }: Context, callId: string, until: string | null) =>
  db.transaction().execute(async (tx) => {
    const { about } = await requireMissedCall({ db: tx, caller, now }, callId)
    if (until !== null && !isSnooze(new Date(until), now)) throw invalidInput('until', 'out_of_range')
    await lockCallers(tx, [caller.businessId])
    if (!(await queries.snoozeCaller(tx, caller.businessId, { callId, until }))) return
    if (until === null) await emit(tx, caller, 'call.snooze_undone', about)
    else await emit(tx, caller, 'call.snoozed', { ...about, until })
  })
