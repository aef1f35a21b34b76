import type { Db } from '../../../platform/db/db.ts'
import { emit } from '../../../platform/events/emit.ts'
import type { Member } from '../../../platform/http/caller.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { canInCampaign } from '../../access/access.rules.ts'
import { requireLead } from '../../leads/leads.service.ts'
import { setDoNotCall } from './outgoing.queries.ts'

/** Marks a lead as not to be called, or removes the mark. What is so already makes no event. */
export const markDoNotCall = ({ db, caller }: { db: Db; caller: Member }, leadId: string, isOn: boolean) =>
  db.transaction().execute(async (tx) => {
    const lead = await requireLead({ db: tx, caller }, leadId)
    if (!canInCampaign(caller, 'leads.edit', lead.campaign_id)) throw new AppError('forbidden')
    if (!(await setDoNotCall(tx, caller.businessId, { leadId, isOn }))) return
    const about = { leadId, campaignId: lead.campaign_id }
    await emit(tx, caller, isOn ? 'lead.call_barred' : 'lead.call_allowed', about)
  })
