import { byId, byParams, SAYS_NOTHING, type Samples } from '../../testing/routes/samples.ts'

const dueAt = '2026-12-01T09:00:00.000Z'
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()
const wanted = { action: 'Call Back', dueAt }
/** Allowed as changes of leads: by the role in the campaign. */
const allowed = '+++++3313 ++4443313 444443313'
const ofTheirs = (body: object) => ({
  'params.id': byParams('lead', body),
  'body.userId': (theirs: { user: string }, ours: { lead: string }) => ({
    params: { id: ours.lead },
    body: { ...body, userId: theirs.user },
  }),
})

const ofDay: Samples[string] = {
  allowed,
  request: ({ campaign }) => ({ query: { campaignId: campaign } }),
  byCampaignRole: true,
  heavy: true,
  foreignIds: {
    'query.userId': SAYS_NOTHING,
    'query.campaignId': (theirs) => ({ query: { campaignId: theirs.campaign } }),
  },
}

export const samples: Samples = {
  'followUps.list': {
    allowed,
    request: byId('lead'),
    byCampaignRole: true,
    foreignIds: { 'params.id': byParams('lead') },
  },
  'followUps.set': {
    allowed,
    request: byId('lead', wanted),
    byCampaignRole: true,
    foreignIds: ofTheirs(wanted),
    event: 'follow_up.set',
  },
  'followUps.remove': {
    allowed,
    request: async ({ make }, { userId }) => ({ params: { id: await make.followedUp(userId) }, query: {} }),
    byCampaignRole: true,
    foreignIds: {
      'params.id': byParams('lead'),
      'query.userId': (theirs, ours) => ({ params: { id: ours.lead }, query: { userId: theirs.user } }),
    },
    event: 'follow_up.removed',
  },
  'followUps.done': {
    allowed,
    request: async ({ make }, { userId }) => ({ params: { id: await make.followedUp(userId) }, body: {} }),
    byCampaignRole: true,
    foreignIds: ofTheirs({}),
    event: 'follow_up.done',
  },
  'followUps.snooze': {
    allowed,
    request: async ({ make }, { userId }) => ({ params: { id: await make.followedUp(userId) }, body: { dueAt } }),
    byCampaignRole: true,
    foreignIds: ofTheirs({ dueAt }),
    event: 'follow_up.snoozed',
  },
  'followUps.handover': {
    allowed,
    request: async ({ make, follower }, { userId }) => ({
      params: { id: await make.followedUp(userId) },
      body: { userId: await follower() },
    }),
    byCampaignRole: true,
    foreignIds: {
      'params.id': byParams('lead', { userId: '00000000-0000-7000-8000-000000000000' }),
      'body.userId': (theirs, ours) => ({ params: { id: ours.lead }, body: { userId: theirs.user } }),
      'body.fromUserId': (theirs, ours) => ({
        params: { id: ours.lead },
        body: { userId: ours.user, fromUserId: theirs.user },
      }),
    },
    event: 'follow_up.handed_over',
  },
  'today.sections': ofDay,
  'today.progress': ofDay,
  'today.count': { allowed: '+++++3313', byCampaignRole: true },
  'missedCalls.list': {
    allowed,
    request: ({ campaign }) => ({ query: { campaignId: campaign } }),
    byCampaignRole: true,
    heavy: true,
    foreignIds: { 'query.campaignId': (theirs) => ({ query: { campaignId: theirs.campaign } }) },
  },
  'missedCalls.done': {
    allowed,
    request: async ({ make }) => ({ params: { id: await make.missed() }, body: {} }),
    byCampaignRole: true,
    foreignIds: { 'params.id': byParams('call', {}) },
    event: 'call.returned',
  },
  'missedCalls.snooze': {
    allowed,
    request: async ({ make }) => ({ params: { id: await make.missed() }, body: { until: inAnHour() } }),
    byCampaignRole: true,
    foreignIds: { 'params.id': byParams('call', { until: inAnHour() }) },
    event: 'call.snoozed',
  },
  'followUps.next': {
    allowed: '+++++3313',
    request: ({ lead }) => ({ query: { leadIds: lead } }),
    byCampaignRole: true,
    foreignIds: { 'query.leadIds': SAYS_NOTHING },
  },
}
