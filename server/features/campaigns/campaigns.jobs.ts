import { z } from 'zod'
import { id } from '#contract/common.ts'
import type { Deps } from '../../deps.ts'
import type { Projection } from '../../platform/events/relay.ts'
import { job, specOf } from '../../platform/jobs/job.ts'
import { moveLeads, trashLeads } from '../leads/change/campaign-leads.service.ts'
import { lockCampaigns } from './campaigns.queries.ts'

/** Empties a deleted campaign: leads of a large one, and leads that arrived during the deletion. Idempotent. */
export const emptyCampaign = job({
  name: 'emptyCampaign',
  payload: z.object({ businessId: id, campaignId: id, to: id.optional() }),
  maxAttempts: 10,
  async run({ tenants, wakeRelay, now }: Deps, { businessId, campaignId: from, to }) {
    const db = tenants.scope({ businessId })
    const author = { kind: 'system', businessId } as const
    const step = () =>
      db.transaction().execute(async (tx) => {
        const isOpen = to !== undefined && (await lockCampaigns(tx, businessId, [to])).length === 1
        return isOpen ? moveLeads(tx, author, { from, to }) : trashLeads(tx, author, { from, now: now() })
      })
    while (await step()) wakeRelay()
    wakeRelay()
  },
})

export const campaignJobs = [emptyCampaign]

export const campaignProjection: Projection = {
  jobs: (events) =>
    events.flatMap(({ name, businessId, campaignId, payload }) =>
      name === 'campaign.deleted'
        ? [specOf(emptyCampaign, { businessId, campaignId, ...(payload.to ? { to: String(payload.to) } : {}) })]
        : [],
    ),
}
