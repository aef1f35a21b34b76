import type { Db } from '../../platform/db/db.ts'
import type { Member } from '../../platform/http/caller.ts'
import { AppError } from '../../platform/http/errors.ts'
import { canReadCampaign, leadScope } from '../access/access.rules.ts'
import { listPersonResponses, listResponses } from './figures.queries.ts'

type Asked = { campaignId?: string | undefined; from?: string | undefined; to?: string | undefined }
export async function readFigures({ db, caller }: { db: Db; caller: Member }, { campaignId, from, to }: Asked) {
  if (campaignId && !canReadCampaign(caller, campaignId)) throw new AppError('campaign_not_found')
  const scope = leadScope(caller)
  const asked = { scope, campaignId, from, to }
  const rows = await listResponses(db, caller.businessId, asked)
  if (campaignId && !rows.length) throw new AppError('campaign_not_found')
  const campaigns = rows.map(({ lateInAll: _, ...campaign }) => campaign)
  const people = await listPersonResponses(db, caller.businessId, asked)
  return { success: true as const, late: rows[0]?.lateInAll ?? 0, campaigns, people }
}
