import { callLists, paths } from '../../lib/paths.ts'
import { lazyPage, type Page } from '../../shared/pages.ts'

export const callPage: Page = {
  path: callLists,
  access: 'Owner',
  orHearsCalls: true,
  choosesCampaign: true,
  texts: ['calls', 'leads', 'saved-views'],
  component: lazyPage(() => import('./list/calls-page.tsx'), 'CallsPage'),
  menu: {
    key: 'calls',
    group: 'dashboard',
    icon: 'phone',
    ofCampaigns: true,
    to: ({ businessId, campaignId }) => paths.calls(businessId, campaignId),
    bottomBar: 3,
    keys: 'KeyG KeyC',
  },
  shows: { kind: 'call', at: ({ businessId, _id }) => _id && `${paths.calls(businessId)}?call=${_id}` },
  notifies: { missed_call: { icon: 'phone-x', hue: 'red' } },
}
