import { PASSWORD } from '../../testing/accounts/test-accounts.ts'
import { asDouble, byParams, colleague, SAYS_NOTHING, type Samples } from '../../testing/routes/samples.ts'

export const samples: Samples = {
  'users.update': {
    open: 'user',
    allowed: '+++++++13 - 444444413',
    request: ({ businessId }) => ({ body: { lastBusinessId: businessId } }),
    foreignIds: { 'body.lastBusinessId': (theirs) => ({ body: { lastBusinessId: theirs.business } }) },
  },
  'team.list': {
    allowed: '+33333313',
    heavy: true,
    takesContacts: true,
    foreignIds: { 'query.filters.campaign': SAYS_NOTHING },
  },
  'team.change': {
    allowed: '+33333313 - 433333313',
    request: async (place) => ({
      params: { id: await place.colleague() },
      body: { campaigns: [{ campaignId: place.campaign, role: 'Reader', hearsCalls: false }] },
    }),
    foreignIds: {
      'params.id': byParams('user', { role: 'Reader' }),
      'body.campaigns.campaignId': (theirs, ours) => ({
        params: { id: ours.colleague },
        body: { campaigns: [{ campaignId: theirs.campaign, role: 'Reader', hearsCalls: false }] },
      }),
    },
    event: 'member.changed',
  },
  'team.suspend': {
    allowed: '+33333313 - 433333313',
    request: colleague(),
    foreignIds: { 'params.id': byParams('user') },
    event: 'member.suspended',
  },
  'team.resume': {
    allowed: '+33333313 - 433333313',
    request: colleague({ password: PASSWORD }),
    foreignIds: { 'params.id': byParams('user') },
  },
  'team.assignees': {
    allowed: '+33333313 - 433333313',
    request: colleague(),
    foreignIds: { 'params.id': byParams('user') },
  },
  'team.remove': {
    allowed: '+33333313 - 433333313',
    request: colleague({ takeOver: null }),
    foreignIds: {
      'params.id': byParams('user', { takeOver: null }),
      'body.takeOver': (theirs, ours) => ({ params: { id: ours.colleague }, body: { takeOver: theirs.user } }),
    },
    event: 'member.removed',
  },
  'team.leaving': { open: 'user', allowed: '+++++++13' },
  // The Owner confirms their identity with the password.
  'team.leave': {
    allowed: '+++++++13',
    request: async (place, asker) => ({ ...(await asDouble(place, asker)), body: { password: PASSWORD } }),
    event: 'member.left',
  },
}
