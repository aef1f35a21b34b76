import type { Db } from '../../../platform/db/db.ts'
import type { Member } from '../../../platform/http/caller.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { canReadCampaign } from '../../access/access.rules.ts'
import { requireCampaigns } from '../../campaigns/campaigns.service.ts'

/** 404 unless the campaign that a list is narrowed to is one that the caller may read. */
export async function requireReadCampaign({ db, caller }: { db: Db; caller: Member }, campaignId: string | undefined) {
  if (!campaignId) return
  if (!canReadCampaign(caller, campaignId)) throw new AppError('campaign_not_found')
  await requireCampaigns(db, caller.businessId, [campaignId])
}
