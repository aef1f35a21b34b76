import { campaignAssignment } from '../../features/assignment/campaign-tab.ts'
import { campaignHistory } from '../../features/audit/campaign-tab.ts'
import { CampaignLinks } from '../../features/campaigns/page/campaign-links.tsx'
import { CampaignOverview } from '../../features/campaigns/page/campaign-overview.tsx'
import { CampaignPage } from '../../features/campaigns/page/campaign-page.tsx'
import { CampaignNotices, CampaignTeam } from '../../features/campaigns/page/campaign-team.tsx'
import { campaignForms } from '../../features/forms/campaign-tab.ts'
import { campaignSources } from '../../features/lead-sources/campaign-tab.ts'
import { noticesOfBusiness } from '../../features/notification-settings/campaign-tab.ts'
import { campaignNumbers } from '../../features/numbers/campaign-tab.ts'
import { campaignSpeedToLead } from '../../features/speed-to-lead/campaign-tab.ts'
import { campaignHours } from '../../features/working-hours/campaign-tab.ts'
import type { CampaignTab } from '../../shared/tabs/campaign-tab.ts'

/** Every tab, in their order. */
const tabs: readonly CampaignTab[] = [
  { id: 'overview', sections: [CampaignOverview, campaignHours] },
  { id: 'sources', sections: [CampaignLinks, campaignForms, campaignSources] },
  { id: 'numbers', sections: [campaignNumbers], needs: 'campaigns.edit' },
  { id: 'people', sections: [CampaignTeam, campaignAssignment, campaignSpeedToLead], needs: 'campaigns.edit' },
  { id: 'notifications', sections: [CampaignNotices, noticesOfBusiness], needs: 'campaigns.edit' },
  { id: 'history', sections: [campaignHistory], needs: 'business.settings' },
]

/** A campaign's page with the tabs of all features. */
export const CampaignWithTabs = () => <CampaignPage tabs={tabs} />
