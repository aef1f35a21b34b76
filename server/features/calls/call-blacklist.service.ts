import { AppError } from '../../platform/http/errors.ts'
import { canReadCampaign, leadScope, visibleCampaigns } from '../access/access.rules.ts'
import { type BlacklistContext, type BlockScope, blockNumber } from '../blacklist/blacklist.service.ts'
import { findVisibleCall } from './calls.queries.ts'

/** Blacklists the caller of a call. Needs the right in its campaign, not the right to hear its calls. */
export async function blockCall(context: BlacklistContext, callId: string, wanted: BlockScope) {
  const { db, caller } = context
  const call = await findVisibleCall(db, caller.businessId, { id: callId, sight: leadScope(caller) })
  const isInSight =
    call && (visibleCampaigns(caller) === null || (call.campaign_id && canReadCampaign(caller, call.campaign_id)))
  if (!isInSight) throw new AppError('call_not_found')
  if (!call.caller) throw new AppError('caller_withheld')
  await blockNumber(context, { phone: call.caller, campaignId: call.campaign_id }, wanted)
}
