import { PASSWORD } from '../../testing/accounts/test-accounts.ts'
import { byParams, type Samples } from '../../testing/routes/samples.ts'

export const samples: Samples = {
  'apiKeys.list': { allowed: '+33333313' },
  'apiKeys.create': {
    takesContacts: true,
    allowed: '+33333313 - 433333313',
    request: ({ campaign }) => ({
      body: { name: 'Key', scopes: ['leads:write'], campaignIds: [campaign], password: PASSWORD },
    }),
    foreignIds: {
      'body.campaignIds': (theirs) => ({
        body: { name: 'Key', scopes: ['leads:write'], campaignIds: [theirs.campaign], password: PASSWORD },
      }),
    },
    event: 'key.created',
  },
  'apiKeys.change': {
    takesContacts: true,
    allowed: '+33333313 - 433333313',
    request: async (place) => ({ params: { id: await place.key() }, body: { name: 'Renamed' } }),
    foreignIds: { 'params.id': byParams('key', { name: 'Renamed' }) },
    event: 'key.changed',
  },
  'apiKeys.rotate': {
    allowed: '+33333313 - 433333313',
    request: async (place) => ({ params: { id: await place.key() }, body: { password: PASSWORD } }),
    foreignIds: { 'params.id': byParams('key', { password: PASSWORD }) },
    event: 'key.rotated',
  },
  'apiKeys.remove': {
    allowed: '+33333313 - 433333313',
    request: async (place) => ({ params: { id: await place.key() } }),
    foreignIds: { 'params.id': byParams('key') },
    event: 'key.deleted',
  },
  'apiKeys.payloads': {
    allowed: '+33333313 - 433333313',
    request: async (place) => ({ params: { id: await place.key() } }),
    foreignIds: { 'params.id': byParams('key') },
  },
}
