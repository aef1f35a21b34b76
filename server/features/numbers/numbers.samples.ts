import { body, byCampaign, byId, byParams, ofCampaign, type Samples, type World } from '../../testing/routes/samples.ts'
import { aRouting } from '../../testing/test-numbers.ts'

const ringing = ({ user }: World) => ({ ...aRouting().ring, targets: [{ kind: 'softphone', userId: user }] })

export const samples: Samples = {
  'numbers.connection': { allowed: '++3333313' },
  'numbers.connect': { allowed: '+33333313', request: body({}) },
  'numbers.disconnect': { allowed: '+33333313' },
  'numbers.areas': { allowed: '++3333313' },
  'numbers.search': { allowed: '++3333313', request: () => ({ query: { area: '03' } }) },
  'numbers.order': {
    allowed: '++3333313 ++3333313 443333313',
    request: ({ campaign }) => ({
      body: { phone: '+97235550001', campaignId: campaign, routing: { ring: aRouting().ring } },
    }),
    takesContacts: true,
    foreignIds: {
      'body.campaignId': (theirs) => ({ body: { phone: '+97235550001', campaignId: theirs.campaign } }),
      'body.routing.ring.targets.userId': (theirs, ours) => ({
        body: { phone: '+97235550001', campaignId: ours.campaign, routing: { ring: ringing(theirs) } },
      }),
    },
  },
  'numbers.getOrder': {
    allowed: '++3333313 - 443333313',
    request: async (place) => ({ params: { id: await place.order() } }),
    foreignIds: { 'params.id': byParams('order') },
  },
  'numbers.list': {
    allowed: '++++33313 ++4433313 444433313',
    request: ofCampaign,
    byCampaignRole: true,
    foreignIds: { 'query.campaignId': byCampaign },
  },
  'numbers.get': {
    allowed: '++++33313 ++4433313 444433313',
    request: byId('number'),
    byCampaignRole: true,
    foreignIds: { 'params.id': byParams('number') },
  },
  // Now the campaign shows the number, so `campaign.changed` is emitted, too.
  'numbers.change': {
    allowed: '++++33313 ++4433313 444433313',
    request: byId('number', { label: 'Radio' }),
    byCampaignRole: true,
    takesContacts: true,
    foreignIds: {
      'params.id': byParams('number', { label: 'Radio' }),
      'body.campaignId': (theirs, ours) => ({ params: { id: ours.number }, body: { campaignId: theirs.campaign } }),
      'body.routing.ring.targets.userId': (theirs, ours) => ({
        params: { id: ours.number },
        body: { routing: { ring: ringing(theirs) } },
      }),
    },
    event: 'campaign.changed number.changed',
  },
  'numbers.release': {
    allowed: '++3333313 ++3333313 443333313',
    request: byId('number'),
    foreignIds: { 'params.id': byParams('number') },
    event: 'number.released',
  },
  'numbers.testCall': {
    allowed: '++++33313 ++4433313 444433313',
    request: byId('number'),
    byCampaignRole: true,
    foreignIds: { 'params.id': byParams('number') },
  },
}
