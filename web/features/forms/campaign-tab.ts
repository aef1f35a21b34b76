import { lazily } from '../../lib/lazy.ts'
import type { CampaignSection } from '../../shared/tabs/campaign-tab.ts'

export const campaignForms: CampaignSection = lazily(() => import('./campaign-forms.tsx'), 'CampaignForms')
