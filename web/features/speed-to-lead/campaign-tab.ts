import { lazily } from '../../lib/lazy.ts'
import type { CampaignSection } from '../../shared/tabs/campaign-tab.ts'

export const campaignSpeedToLead: CampaignSection = lazily(
  () => import('./campaign-speed-to-lead.tsx'),
  'CampaignSpeedToLead',
)
