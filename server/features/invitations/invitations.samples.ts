import { newId } from '../../platform/ids.ts'
import { aPlace, byParams, type Samples } from '../../testing/routes/samples.ts'

export const samples: Samples = {
  'invitations.list': { allowed: '+33333313', takesContacts: true },
  'invitations.create': {
    allowed: '+33333313 - 433333313',
    request: (place) => ({
      body: { recipients: [`${newId()}@example.test`], language: 'en', ...aPlace(place) },
    }),
    takesContacts: true,
    foreignIds: {
      'body.campaigns.campaignId': (theirs) => ({
        body: {
          recipients: ['dana@example.test'],
          role: 'Reader',
          language: 'he',
          campaigns: [{ campaignId: theirs.campaign, role: 'Reader' }],
        },
      }),
    },
    event: 'member.invited',
  },
  'invitations.resend': {
    allowed: '+33333313 - 433333313',
    request: async (place) => ({ params: { id: await place.invitation() } }),
    foreignIds: { 'params.id': byParams('invitation') },
    event: 'invitation.resent',
  },
  'invitations.link': {
    allowed: '+33333313 - 433333313',
    request: async (place) => ({ params: { id: await place.invitation() } }),
    foreignIds: { 'params.id': byParams('invitation') },
    event: 'invitation.linked',
  },
  'invitations.revoke': {
    allowed: '+33333313 - 433333313',
    request: async (place) => ({ params: { id: await place.invitation() } }),
    foreignIds: { 'params.id': byParams('invitation') },
    event: 'invitation.revoked',
  },
  'invitations.open': {
    open: 'public',
    allowed: '+++++++++',
    request: () => ({ params: { id: newId(), token: 'x' } }),
  },
  'invitations.ask': { open: 'public', allowed: '+++++++++', request: () => ({ params: { id: newId(), token: 'x' } }) },
  'invitations.accept': {
    open: 'user',
    allowed: '+++++++13',
    request: () => ({ params: { id: newId(), token: 'x' } }),
    foreignIds: {
      'params.id': (theirs) => ({ params: { id: theirs.invitation, token: 'A'.repeat(43) } }),
    },
  },
}
