import type { CampaignWithCalls } from '#contract/campaigns.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Member } from '../../platform/http/caller.ts'
import { canHearCalls } from '../access/access.rules.ts'
import { answeredShareOf } from './answered-share.rules.ts'
import { countCallsOfCampaigns } from './calls.queries.ts'

declare module '../../deps.ts' {
  interface OpenedByFeatures {
    callsOfCampaigns: typeof callsOfCampaigns
  }
}

type CallsByCampaign = Map<string, NonNullable<CampaignWithCalls['calls']>>

/** Calls of all time by campaign, limited to the campaigns whose calls the member may hear. Runs one query. */
export async function callsOfCampaigns(
  { db, caller }: { db: Db; caller: Member },
  campaignIds: readonly string[],
): Promise<CallsByCampaign> {
  const heard = campaignIds.filter((id) => canHearCalls(caller, id))
  if (heard.length === 0) return new Map()
  const rows = await countCallsOfCampaigns(db, caller.businessId, heard)
  const ofCampaign = (id: string) => {
    const own = rows.filter(({ campaignId }) => campaignId === id)
    const byStatus = (status: string) => own.find((row) => row.status === status)?.total ?? 0
    return {
      total: own.reduce((sum, { total }) => sum + total, 0),
      answered: byStatus('Answered'),
      answeredShare: answeredShareOf(byStatus),
    }
  }
  return new Map(heard.map((id) => [id, ofCampaign(id)]))
}
