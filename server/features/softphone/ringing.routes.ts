import type { FastifyInstance } from 'fastify'
import { softphoneRoutes } from '#contract/calls/softphone.ts'
import { AppError } from '../../platform/http/errors.ts'
import { handle } from '../../platform/http/handle.ts'
import { canInCampaign, leadScope, seesMasked } from '../access/access.rules.ts'
import { toRingingCall } from './ringing.presenter.ts'
import { findRinging } from './ringing.queries.ts'

/**
 * Serves the caller's number, name and campaign to the person whose phone rings, regardless of their other rights; what
 * else is known of the lead only if they may read it.
 */
export function mountRinging(app: FastifyInstance) {
  handle(app, softphoneRoutes.ringing, async ({ params }, { db, caller }) => {
    const asked = { callId: params.id, userId: caller.userId, scope: leadScope(caller) }
    const found = await findRinging(db, caller.businessId, asked)
    if (!found) throw new AppError('call_not_found')
    const canEdit = (campaignId: string) =>
      canInCampaign(caller, 'leads.edit', campaignId) && canInCampaign(caller, 'followUps.edit', campaignId)
    return { success: true, call: toRingingCall(found, { isMasked: seesMasked(caller), canEdit }) }
  })
}
