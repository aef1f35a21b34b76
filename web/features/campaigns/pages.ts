import { paths } from '../../lib/paths.ts'
import { lazyPage, type Page } from '../../shared/pages.ts'

export const campaignPages: readonly Page[] = [
  {
    path: paths.campaigns.pattern,
    access: 'Reader',
    texts: ['campaigns'],
    component: lazyPage(() => import('./campaigns-page.tsx'), 'CampaignsPage'),
    menu: { key: 'campaigns', group: 'dashboard', icon: 'speakerphone', ofCampaigns: true, bottomBar: 5 },
    notifies: {
      campaign_quiet: { icon: 'speakerphone', hue: 'amber' },
      form_quiet: { icon: 'forms', hue: 'amber' },
    },
  },
  {
    path: paths.createCampaign.pattern,
    texts: ['campaigns', 'images'],
    component: lazyPage(() => import('./edit/create-campaign-page.tsx'), 'CreateCampaignPage'),
    menu: { key: 'newCampaign', group: 'palette', icon: 'speakerphone', needs: 'campaigns.create' },
    under: 'campaigns',
  },
  {
    path: paths.editCampaign.pattern,
    texts: ['campaigns', 'images'],
    component: lazyPage(() => import('./edit/edit-campaign-page.tsx'), 'EditCampaignPage'),
    under: 'campaigns',
  },
]
