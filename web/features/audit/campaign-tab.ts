import { lazily } from '../../lib/lazy.ts'
import type { CampaignSection } from '../../shared/tabs/campaign-tab.ts'

export const campaignHistory: CampaignSection = lazily(() => import('./campaign-history.tsx'), 'CampaignHistory')
