import type { CampaignResponse, PersonResponse } from '#contract/leads/assignment/assignment.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Member } from '../../platform/http/caller.ts'
import { AppError } from '../../platform/http/errors.ts'
import { canReadCampaign, leadScope } from '../access/access.rules.ts'
import {
  findMedian,
  listPersonResponses,
  listResponseCounts,
  listResponses,
  type ResponseCounts,
} from './figures.queries.ts'

type Asked = { campaignId?: string | undefined; from?: string | undefined; to?: string | undefined }
/** The first response to leads of a period: in all, by campaign and by person, as far as the reader sees them. */
export async function readFigures({ db, caller }: { db: Db; caller: Member }, { campaignId, from, to }: Asked) {
  if (campaignId && !canReadCampaign(caller, campaignId)) throw new AppError('campaign_not_found')
  const { businessId } = caller
  const asked = { scope: leadScope(caller), campaignId, from, to }
  const campaigns = await listResponses(db, businessId, asked)
  if (campaignId && !campaigns.length) throw new AppError('campaign_not_found')
  const counts = await listResponseCounts(db, businessId, asked)
  const people = await listPersonResponses(db, businessId, asked)
  return {
    success: true as const,
    late: campaigns[0]?.lateInAll ?? 0,
    all: {
      ...countsIn(counts, ({ campaignId: campaign, userId }) => !campaign && !userId),
      median: await findMedian(db, businessId, asked),
    },
    campaigns: campaigns.map(
      ({ lateInAll: _, ...campaign }): CampaignResponse => ({
        ...campaign,
        ...countsIn(counts, (row) => row.campaignId === campaign.campaignId),
      }),
    ),
    people: people.flatMap(({ userId, name, image, median }): PersonResponse[] => {
      const own = countsIn(counts, (row) => row.userId === userId)
      const isAny = own.answered + own.tooLate + own.notYet > 0
      return isAny ? [{ user: { _id: userId, name, image }, ...own, median }] : []
    }),
  }
}

function countsIn(counts: readonly ResponseCounts[], isAsked: (row: ResponseCounts) => boolean) {
  const { answered = 0, inTime = 0, tooLate = 0, notYet = 0 } = counts.find(isAsked) ?? {}
  return { answered, inTime, tooLate, notYet }
}
