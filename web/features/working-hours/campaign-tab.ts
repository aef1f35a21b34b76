import { lazily } from '../../lib/lazy.ts'
import type { CampaignSection } from '../../shared/tabs/campaign-tab.ts'

export const campaignHours: CampaignSection = lazily(() => import('./campaign-hours.tsx'), 'CampaignHours')
