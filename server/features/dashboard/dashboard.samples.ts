import { byCampaign, ofCampaign, type Samples } from '../../testing/routes/samples.ts'

export const samples: Samples = {
  'dashboard.get': {
    allowed: '++++++413 ++4444413 444444413',
    request: ofCampaign,
    heavy: true,
    foreignIds: { 'query.campaignId': byCampaign },
  },
  'dashboard.hours': {
    allowed: '++++++413 ++4444413 444444413',
    request: ofCampaign,
    heavy: true,
    foreignIds: { 'query.campaignId': byCampaign },
  },
  'dashboard.returns': {
    allowed: '++++++413 ++4444413 444444413',
    request: ofCampaign,
    heavy: true,
    foreignIds: { 'query.campaignId': byCampaign },
  },
  'dashboard.audits': { allowed: '+33333313' },
}
