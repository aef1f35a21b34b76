import { callLists, paths } from '../../lib/paths.ts'
import type { Page } from '../../shared/pages.ts'

/** With other features, as `web/app/page-table.ts` composes it. */
export const callPage: Omit<Page, 'component'> = {
  path: callLists,
  access: 'Owner',
  orHearsCalls: true,
  choosesCampaign: true,
  texts: ['calls', 'leads', 'saved-views'],
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
