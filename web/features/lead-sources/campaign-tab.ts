import { lazily } from '../../lib/lazy.ts'
import type { CampaignSection } from '../../shared/tabs/campaign-tab.ts'

export const campaignSources: CampaignSection = lazily(() => import('./campaign-sources.tsx'), 'CampaignSources')
