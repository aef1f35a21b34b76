import type { Feature } from '../feature.ts'
import { campaignJobs, campaignProjection } from './campaigns.jobs.ts'
import { eraseNotified, hasCampaign } from './campaigns.queries.ts'
import { mountCampaigns } from './campaigns.routes.ts'

export const campaigns: Feature = {
  mount: [mountCampaigns],
  jobs: campaignJobs,
  projections: [campaignProjection],
  account: { eraseInBusiness: eraseNotified },
  firstSteps: { campaign: hasCampaign },
}
