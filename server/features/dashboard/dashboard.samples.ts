import { byCampaign, ofCampaign, SAYS_NOTHING, type Samples } from '../../testing/routes/samples.ts'

export const samples: Samples = {
  'dashboard.get': {
    allowed: '++++++413 ++4444413 444444413',
    request: ofCampaign,
    heavy: true,
    foreignIds: { 'query.campaignId': byCampaign, 'query.rang': SAYS_NOTHING },
  },
  'dashboard.hours': {
    allowed: '++++++413 ++4444413 444444413',
    request: ofCampaign,
    heavy: true,
    foreignIds: { 'query.campaignId': byCampaign, 'query.rang': SAYS_NOTHING },
  },
  'dashboard.returns': {
    allowed: '++++++413 ++4444413 444444413',
    request: ofCampaign,
    heavy: true,
    foreignIds: { 'query.campaignId': byCampaign, 'query.rang': SAYS_NOTHING },
  },
  'dashboard.meetings': {
    allowed: '++++++313 ++4444313 444444313',
    request: ofCampaign,
    byCampaignRole: true,
    heavy: true,
    foreignIds: { 'query.campaignId': byCampaign, 'query.rang': SAYS_NOTHING },
  },
  'dashboard.audits': { allowed: '+33333313' },
}
