import { byCampaign, byId, byParams, ofCampaign, type Samples } from '../../testing/routes/samples.ts'
import { nextPhone } from '../../testing/test-leads.ts'

export const samples: Samples = {
  'blacklist.list': {
    allowed: '++++33313 ++4433313 444433313',
    request: ofCampaign,
    byCampaignRole: true,
    heavy: true,
    foreignIds: { 'query.campaignId': byCampaign },
  },
  'blacklist.create': {
    allowed: '++++33313 ++4433313 444433313',
    request: ({ campaign }) => ({ body: { phone: nextPhone(), campaignId: campaign } }),
    byCampaignRole: true,
    foreignIds: {
      'body.campaignId': (theirs) => ({ body: { phone: nextPhone(), campaignId: theirs.campaign } }),
    },
    event: 'blacklist.added',
  },
  'blacklist.ofLead': {
    allowed: '++++33313 ++4433313 444433313',
    request: byId('lead', { scope: 'campaign' }),
    byCampaignRole: true,
    foreignIds: { 'params.id': byParams('lead', { scope: 'business' }) },
    event: 'blacklist.added',
  },
  'blacklist.ofCall': {
    allowed: '++++33313 ++4433313 444433313',
    request: byId('call', { scope: 'campaign' }),
    byCampaignRole: true,
    foreignIds: { 'params.id': byParams('call', { scope: 'business' }) },
    event: 'blacklist.added',
  },
  'blacklist.remove': {
    allowed: '++++33313 ++4433313 444433313',
    request: async ({ make }) => ({ params: { id: await make.entry() } }),
    byCampaignRole: true,
    foreignIds: { 'params.id': byParams('entry') },
    event: 'blacklist.removed',
  },
}
