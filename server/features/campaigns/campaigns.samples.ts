import { body, byCampaign, byParams, ofCampaign, type Samples } from '../../testing/routes/samples.ts'

export const samples: Samples = {
  'campaigns.list': { allowed: '++++++313', heavy: true, takesContacts: true },
  'campaigns.names': { allowed: '+++++++1+' },
  'campaigns.search': {
    allowed: '+++++++13',
    request: () => ({ query: { search: 'a' } }),
    heavy: true,
    takesContacts: true,
  },
  'campaigns.get': {
    allowed: '++++++413 ++4444413 444444413',
    request: ofCampaign,
    foreignIds: { 'query.campaignId': byCampaign },
  },
  'campaigns.people': {
    allowed: '++++++413 ++4444413 444444413',
    request: ofCampaign,
    foreignIds: { 'query.campaignId': byCampaign },
  },
  'campaigns.create': {
    allowed: '+++333313',
    request: body({ name: 'Kitchens again' }),
    foreignIds: {
      'body.members.userId': (theirs) => ({
        body: { name: 'Campaign', members: [{ userId: theirs.user, role: 'Reader' }] },
      }),
    },
    event: 'campaign.created',
  },
  'campaigns.change': {
    allowed: '++++33313 ++4433313 444433313',
    request: ({ campaign }) => ({ params: { id: campaign }, body: { notes: 'x' } }),
    byCampaignRole: true,
    foreignIds: {
      'params.id': byParams('campaign', { notes: 'x' }),
      'body.members.userId': (theirs, ours) => ({
        params: { id: ours.campaign },
        body: { members: [{ userId: theirs.user, role: 'Reader' }] },
      }),
      'body.links._id': (theirs, ours) => ({
        params: { id: ours.campaign },
        body: { links: [{ _id: theirs.link, url: 'https://alon.example', label: 'Site' }] },
      }),
    },
    event: 'campaign.changed',
  },
  'campaigns.remove': {
    allowed: '+++333313 ++4333313 444333313',
    request: async (place, { team }) => ({ params: { id: await place.emptyCampaign(team) } }),
    byCampaignRole: true,
    foreignIds: {
      'params.id': byParams('campaign'),
      'body.to': (theirs, ours) => ({ params: { id: ours.campaign }, body: { leads: 'move', to: theirs.campaign } }),
    },
    event: 'campaign.deleted',
  },
}
