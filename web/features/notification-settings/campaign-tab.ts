import { lazily } from '../../lib/lazy.ts'
import type { CampaignSection } from '../../shared/tabs/campaign-tab.ts'

export const noticesOfBusiness: CampaignSection = lazily(() => import('./notices-of-business.tsx'), 'NoticesOfBusiness')
