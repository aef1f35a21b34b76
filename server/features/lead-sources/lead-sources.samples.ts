import { byCampaign, byParams, ofCampaign, SAYS_NOTHING, type Samples } from '../../testing/routes/samples.ts'

/** For Owners only; the last word is of another business. */
const OWNERS = '+33333313 - 433333313'
/** Who may repair, in the campaign, in another one, and in another business. */
const REPAIRERS = '++3+33313 ++3433313 443433313'

export const samples: Samples = {
  'leadSources.list': {
    allowed: OWNERS,
    request: ofCampaign,
    foreignIds: { 'query.campaignId': byCampaign },
  },
  'leadSources.create': {
    allowed: OWNERS,
    request: ({ campaign }) => ({ body: { campaignId: campaign, kind: 'web', name: 'Landing page' } }),
    foreignIds: {
      'body.campaignId': (theirs) => ({ body: { campaignId: theirs.campaign, kind: 'web', name: 'Landing page' } }),
    },
    event: 'lead_source.created',
  },
  'leadSources.get': {
    allowed: OWNERS,
    request: async ({ leadSources }) => ({ params: { id: await leadSources.source() } }),
    foreignIds: { 'params.id': byParams('leadSource') },
  },
  'leadSources.change': {
    allowed: OWNERS,
    request: async ({ leadSources }) => ({ params: { id: await leadSources.source() }, body: { name: 'Renamed' } }),
    foreignIds: {
      'params.id': byParams('leadSource', { name: 'Renamed' }),
      'body.statusId': (theirs, ours) => ({ params: { id: ours.leadSource }, body: { statusId: theirs.status } }),
      'body.assignedTo': (theirs, ours) => ({ params: { id: ours.leadSource }, body: { assignedTo: theirs.user } }),
    },
    event: 'lead_source.changed',
  },
  'leadSources.rotate': {
    allowed: OWNERS,
    request: async ({ leadSources }) => ({ params: { id: await leadSources.source() } }),
    foreignIds: { 'params.id': byParams('leadSource') },
    event: 'lead_source.rotated',
  },
  'leadSources.remove': {
    allowed: OWNERS,
    request: async ({ leadSources }) => ({ params: { id: await leadSources.source() } }),
    foreignIds: { 'params.id': byParams('leadSource') },
    event: 'lead_source.deleted',
  },
  'leadSources.capture': {
    allowed: OWNERS,
    request: async ({ leadSources }) => ({ params: { id: await leadSources.source() } }),
    foreignIds: { 'params.id': byParams('leadSource') },
  },
  'leadSources.paste': {
    allowed: OWNERS,
    request: async ({ leadSources }) => ({ params: { id: await leadSources.source() }, body: { text: '{"a":"b"}' } }),
    foreignIds: { 'params.id': byParams('leadSource', { text: '{"a":"b"}' }) },
  },
  'leadSources.preview': {
    allowed: OWNERS,
    request: async ({ leadSources }) => ({ params: { id: await leadSources.source() }, body: { mapping: null } }),
    foreignIds: { 'params.id': byParams('leadSource', { mapping: null }) },
  },
  'leadSources.deliveries': {
    allowed: REPAIRERS,
    request: ofCampaign,
    byCampaignRole: true,
    foreignIds: { 'query.campaignId': byCampaign, 'query.sourceId': SAYS_NOTHING },
  },
  'leadSources.repair': {
    allowed: REPAIRERS,
    request: async ({ leadSources }) => ({ body: { ids: [await leadSources.unread()] } }),
    byCampaignRole: true,
    foreignIds: {
      'body.ids': (theirs) => ({ body: { ids: [theirs.leadDelivery] } }),
      'body.sourceId': (theirs) => ({ body: { sourceId: theirs.leadSource } }),
    },
    event: 'lead_source.repaired',
  },
  'leadSources.discard': {
    allowed: REPAIRERS,
    request: async ({ leadSources }) => ({ params: { id: await leadSources.unread() } }),
    byCampaignRole: true,
    foreignIds: { 'params.id': byParams('leadDelivery') },
    event: 'lead_source.discarded',
  },
}
