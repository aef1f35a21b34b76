import { byCampaign, byId, byParams, ofCampaign, SAYS_NOTHING, type Samples } from '../../testing/routes/samples.ts'

export const samples: Samples = {
  // Only the Owner is allowed: no member in these tests has the grant, and without it calls are not found.
  'calls.list': {
    allowed: '+3333331+ +33333314 433333314',
    request: ofCampaign,
    heavy: true,
    foreignIds: {
      'query.campaignId': byCampaign,
      'query.filters.number': SAYS_NOTHING,
      'query.filters.answeredBy': SAYS_NOTHING,
      'query.filters.rang': SAYS_NOTHING,
    },
  },
  'calls.summary': {
    allowed: '+33333313 +33333313 433333313',
    request: ofCampaign,
    heavy: true,
    foreignIds: {
      'query.campaignId': byCampaign,
      'query.filters.number': SAYS_NOTHING,
      'query.filters.answeredBy': SAYS_NOTHING,
      'query.filters.rang': SAYS_NOTHING,
    },
  },
  'calls.exportLink': {
    allowed: '+33333313 +33333313 433333313',
    request: ({ campaign }) => ({ body: { campaignId: [campaign] } }),
    foreignIds: {
      'body.campaignId': (theirs) => ({ body: { campaignId: [theirs.campaign] } }),
      'body.filters.number': SAYS_NOTHING,
      'body.filters.answeredBy': SAYS_NOTHING,
      'body.filters.rang': SAYS_NOTHING,
    },
  },
  'calls.ofLead': {
    allowed: '++++++413 ++4444413 444444413',
    request: byId('lead'),
    foreignIds: { 'params.id': byParams('lead') },
  },
  'calls.get': {
    allowed: '+4444441+ +44444414 444444414',
    request: byId('call'),
    foreignIds: { 'params.id': byParams('call') },
  },
  'calls.recordingLink': {
    allowed: '+44444413 +44444413 444444413',
    request: byId('call', {}),
    foreignIds: {
      'params.id': byParams('call', {}),
      'body.recordingId': (theirs, ours) => ({ params: { id: ours.call }, body: { recordingId: theirs.call } }),
    },
  },
  'calls.listens': {
    allowed: '+33333313 +33333313 433333313',
    request: byId('call'),
    foreignIds: { 'params.id': byParams('call') },
  },
  'forwarding.list': {
    allowed: '++++33313 ++4433313 444433313',
    request: byId('number'),
    byCampaignRole: true,
    foreignIds: { 'params.id': byParams('number') },
  },
  'forwarding.add': {
    allowed: '++3333313 ++3333313 443333313',
    request: byId('number', { phone: '+97239990001' }),
    takesContacts: true,
    foreignIds: { 'params.id': byParams('number', { phone: '+97239990001' }) },
    event: 'number.changed',
  },
  'forwarding.remove': {
    allowed: '++3333313 ++3333313 443333313',
    request: byId('number', { phone: '+97239990001' }),
    event: 'number.changed',
    takesContacts: true,
    foreignIds: { 'params.id': byParams('number', { phone: '+97239990001' }) },
  },
  'forwarding.check': {
    allowed: '++3333313 ++3333313 443333313',
    request: byId('number', { phone: '+97239990001' }),
    takesContacts: true,
    foreignIds: { 'params.id': byParams('number', { phone: '+97239990001' }) },
    event: 'number.changed number.line_tested',
  },
  'lineTests.get': {
    allowed: '++++33313 ++4433313 444433313',
    request: byId('number'),
    byCampaignRole: true,
    foreignIds: { 'params.id': byParams('number') },
  },
  'lineTests.start': {
    allowed: '++++33313 ++4433313 444433313',
    request: byId('number'),
    byCampaignRole: true,
    foreignIds: { 'params.id': byParams('number') },
    event: 'number.line_tested',
  },
  'lineTests.set': {
    allowed: '++3333313 ++3333313 443333313',
    request: byId('number', { isDaily: true }),
    foreignIds: { 'params.id': byParams('number', { isDaily: true }) },
    event: 'number.changed',
  },
}
