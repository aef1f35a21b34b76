import { noRule } from '#contract/leads/assignment/assignment-shapes.ts'
import { byCampaign, ofCampaign, type Samples, type World } from '../../testing/routes/samples.ts'

const rule = { ...noRule, escalation: { userIds: [], leads: true, owners: true, handOvers: 0 } }
const naming = (ofRule: (theirs: World) => object) => (theirs: World, ours: World) => ({
  params: { id: ours.campaign },
  body: { rule: { ...rule, ...ofRule(theirs) }, expected: 0 },
})

export const samples: Samples = {
  'assignment.get': {
    allowed: '++++33313 ++4433313 444433313',
    request: ({ campaign }) => ({ params: { id: campaign } }),
    byCampaignRole: true,
    foreignIds: { 'params.id': (theirs) => ({ params: { id: theirs.campaign } }) },
  },
  'assignment.change': {
    allowed: '++++33313 ++4433313 444433313',
    request: ({ campaign }) => ({ params: { id: campaign }, body: { rule, expected: 0 } }),
    byCampaignRole: true,
    foreignIds: {
      'params.id': (theirs) => ({ params: { id: theirs.campaign }, body: { rule, expected: 0 } }),
      'body.rule.members.userId': naming((theirs) => ({
        mode: 'roundRobin',
        members: [{ userId: theirs.user, weight: 1 }],
      })),
      'body.rule.escalation.userIds': naming((theirs) => ({
        escalation: { ...rule.escalation, userIds: [theirs.user] },
      })),
    },
    event: 'assignment.changed',
  },
  'assignment.capacity': {
    allowed: '++3333313',
    request: async ({ follower }) => ({ params: { id: await follower() } }),
    foreignIds: { 'params.id': (theirs) => ({ params: { id: theirs.user } }) },
  },
  'assignment.changeCapacity': {
    allowed: '++3333313',
    request: async ({ follower }) => ({ params: { id: await follower() }, body: { capacity: 30 } }),
    foreignIds: { 'params.id': (theirs) => ({ params: { id: theirs.user }, body: { capacity: 30 } }) },
    event: 'lead_capacity.changed',
  },
  'assignment.figures': {
    allowed: '++++++413 ++4444413 444444413',
    request: ofCampaign,
    heavy: true,
    foreignIds: { 'query.campaignId': byCampaign },
  },
}
