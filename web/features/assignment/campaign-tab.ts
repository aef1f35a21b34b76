import { lazily } from '../../lib/lazy.ts'
import type { CampaignSection } from '../../shared/tabs/campaign-tab.ts'

export const campaignAssignment: CampaignSection = lazily(
  () => import('./campaign-assignment.tsx'),
  'CampaignAssignmentPart',
)
