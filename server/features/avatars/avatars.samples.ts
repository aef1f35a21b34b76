import { aPng } from '../../testing/files/test-images.ts'
import { byCampaign, type Samples } from '../../testing/routes/samples.ts'

export const samples: Samples = {
  'avatars.user': {
    open: 'user',
    allowed: '+++++++13',
    request: async () => ({ file: await aPng() }),
    event: 'account.changed',
  },
  'avatars.campaign': {
    allowed: '++++33313 ++4433313 444433313',
    request: async ({ campaign }) => ({ query: { campaignId: campaign }, file: await aPng() }),
    byCampaignRole: true,
    foreignIds: { 'query.campaignId': byCampaign },
    event: 'campaign.changed',
  },
  'avatars.business': {
    allowed: '+33333313',
    request: async () => ({ file: await aPng() }),
    event: 'business.changed',
  },
  'avatars.other': {
    open: 'user',
    allowed: '+++++++13',
    request: async () => ({ params: { target: 'lead' }, file: await aPng() }),
  },
}
