import type { AccessFixtures } from '../../testing/routes/access-fixtures.ts'
import { body, SAYS_NOTHING, type Samples } from '../../testing/routes/samples.ts'

const pair = async ({ make }: AccessFixtures) => ({ winnerId: await make.lead(), leadIds: [await make.lead()] })

export const samples: Samples = {
  'duplicatePolicy.get': { allowed: '+++++++13' },
  'duplicatePolicy.change': {
    allowed: '+33333313',
    request: body({ action: 'mark', scope: 'business', windowDays: 90 }),
    event: 'duplicate_policy.changed',
  },
  'spellings.find': {
    allowed: '++++++413 ++4444413 444444413',
    request: ({ campaign }) => ({ query: { campaignId: campaign, search: 'Dana' } }),
    heavy: true,
    foreignIds: {
      'query.campaignId': (theirs) => ({ query: { campaignId: theirs.campaign, search: 'Dana' } }),
      'query.filters.status': SAYS_NOTHING,
      'query.filters.assigned': SAYS_NOTHING,
    },
  },
  'duplicates.groups': { allowed: '++3+33313', byCampaignRole: true },
  'duplicates.compare': {
    allowed: '++3+33313 ++3433313 443433313',
    request: async ({ make }) => ({ query: { leadIds: `${await make.lead()},${await make.lead()}` } }),
    byCampaignRole: true,
    foreignIds: { 'query.leadIds': (theirs, ours) => ({ query: { leadIds: `${ours.lead},${theirs.lead}` } }) },
  },
  'duplicates.distinguish': {
    allowed: '++3+33313 ++3433313 443433313',
    request: async ({ make }) => ({ body: { leadIds: [await make.lead(), await make.lead()] } }),
    byCampaignRole: true,
    foreignIds: { 'body.leadIds': (theirs, ours) => ({ body: { leadIds: [ours.lead, theirs.lead] } }) },
    event: 'leads.distinguished',
  },
  'duplicates.merge': {
    allowed: '++3+33313 ++3433313 443433313',
    request: async (place) => ({ body: await pair(place) }),
    byCampaignRole: true,
    foreignIds: {
      'body.winnerId': (theirs, ours) => ({ body: { winnerId: theirs.lead, leadIds: [ours.lead] } }),
      'body.leadIds': (theirs, ours) => ({ body: { winnerId: ours.lead, leadIds: [theirs.lead] } }),
      'body.tagsOf': SAYS_NOTHING,
    },
    event: 'lead.deleted lead.merged',
  },
}
