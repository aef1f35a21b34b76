import { lazily } from '../../lib/lazy.ts'
import type { CampaignSection } from '../../shared/tabs/campaign-tab.ts'

export const campaignNumbers: CampaignSection = lazily(() => import('./campaign-numbers.tsx'), 'CampaignNumbers')
