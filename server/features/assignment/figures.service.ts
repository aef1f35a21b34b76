import type { Db } from '../../platform/db/db.ts'
import type { Member } from '../../platform/http/caller.ts'
import { AppError } from '../../platform/http/errors.ts'
import { canReadCampaign, leadScope } from '../access/access.rules.ts'
import { listResponses } from './figures.queries.ts'

type Asked = { campaignId?: string | undefined; from?: string | undefined; to?: string | undefined }
export async function readFigures({ db, caller }: { db: Db; caller: Member }, { campaignId, from, to }: Asked) {
  if (campaignId && !canReadCampaign(caller, campaignId)) throw new AppError('campaign_not_found')
  const scope = leadScope(caller)
  const campaigns = await listResponses(db, caller.businessId, { scope, campaignId, from, to })
  if (campaignId && !campaigns.length) throw new AppError('campaign_not_found')
  return { success: true as const, late: campaigns.reduce((sum, { late }) => sum + late, 0), campaigns }
}
