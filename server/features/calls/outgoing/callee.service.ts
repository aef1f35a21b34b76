import type { DialInput } from '#contract/calls/outgoing/outgoing.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Member } from '../../../platform/http/caller.ts'
import { AppError, invalidInput } from '../../../platform/http/errors.ts'
import { parsePhone } from '../../../platform/phones.ts'
import { canInCampaign, canReadCampaign, isRestrictedToOwn, seesMasked } from '../../access/access.rules.ts'
import { findLeadOfPhone, listPhonesOf, requireLead } from '../../leads/leads.service.ts'

/** `isMarked`: this lead is marked as not to be called. */
export type Callee = { phone: string; campaignId: string; leadId: string | null; isMarked: boolean }
type Context = { db: Db; caller: Member }

/**
 * Whom the member means. Members who see masked contacts call from the browser and name only leads, so that no number is
 * shown to them or can be guessed; members kept to own leads call only these.
 */
export async function requireCallee(context: Context, input: DialInput): Promise<Callee> {
  const { caller } = context
  if (seesMasked(caller) && (input.via !== 'softphone' || input.phone !== undefined)) throw new AppError('browser_only')
  return input.leadId === undefined ? ofPhone(context, input) : ofLead(context, input.leadId, input)
}

async function ofLead(context: Context, id: string, { phone: typed, campaignId }: DialInput): Promise<Callee> {
  const { caller } = context
  const lead = await requireLead(context, id)
  if (lead.deleted_at || (campaignId !== undefined && campaignId !== lead.campaign_id))
    throw new AppError('lead_not_found')
  if (!canInCampaign(caller, 'calls.dial', lead.campaign_id)) throw new AppError('forbidden')
  if (typed === undefined) {
    if (!lead.phone) throw invalidInput('phone', 'required')
    return { phone: lead.phone, campaignId: lead.campaign_id, leadId: id, isMarked: lead.do_not_call }
  }
  const phone = parsePhone(typed)
  if (!phone || !(await listPhonesOf(context, lead)).includes(phone)) throw invalidInput('phone', 'phone_invalid')
  return { phone, campaignId: lead.campaign_id, leadId: id, isMarked: lead.do_not_call }
}

async function ofPhone(context: Context, { phone: typed = '', campaignId = '' }: DialInput): Promise<Callee> {
  const { caller } = context
  if (!canReadCampaign(caller, campaignId)) throw new AppError('campaign_not_found')
  if (!canInCampaign(caller, 'calls.dial', campaignId) || isRestrictedToOwn(caller, campaignId))
    throw new AppError('forbidden')
  const phone = parsePhone(typed)
  if (!phone) throw invalidInput('phone', 'phone_invalid')
  const lead = await findLeadOfPhone(context, { phone, campaignId })
  return { phone, campaignId, leadId: lead?.id ?? null, isMarked: lead?.do_not_call ?? false }
}
