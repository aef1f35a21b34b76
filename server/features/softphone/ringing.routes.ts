import type { FastifyInstance } from 'fastify'
import { type CallPhase, softphoneRoutes } from '#contract/calls/softphone.ts'
import { maskPhone } from '#contract/values/masks.ts'
import { AppError } from '../../platform/http/errors.ts'
import { handle } from '../../platform/http/handle.ts'
import { seesMasked } from '../access/access.rules.ts'
import { findRinging } from './ringing.queries.ts'

/** Serves the caller's details to the person whose phone rings, regardless of their other rights. */
export function mountRinging(app: FastifyInstance) {
  handle(app, softphoneRoutes.ringing, async ({ params }, { db, caller }) => {
    const found = await findRinging(db, caller.businessId, { callId: params.id, userId: caller.userId })
    if (!found) throw new AppError('call_not_found')
    const { leadId, leadName, campaignId, campaignName, numberPhone, numberLabel } = found
    const isMasked = seesMasked(caller)
    const shown = (text: string | null) => (text && isMasked ? maskPhone(text) : text)
    return {
      success: true,
      call: {
        isWaiting: found.state === 'ringing',
        caller: shown(found.isMade ? found.called : found.caller),
        callerText: shown(found.callerText),
        isTest: found.isTest,
        making: found.isMade ? phaseOf(found) : null,
        lead: leadId && leadName !== null ? { _id: leadId, name: leadName } : null,
        campaign: campaignId && campaignName !== null ? { _id: campaignId, name: campaignName } : null,
        number: numberPhone !== null ? { phone: numberPhone, label: numberLabel ?? '' } : null,
      },
    }
  })
}

const phaseOf = ({ state, phase }: { state: string; phase: string | null }): CallPhase =>
  state === 'ended' ? 'over' : state === 'talking' ? 'talking' : phase === 'lead' ? 'lead' : 'agent'
