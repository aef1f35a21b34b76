import { PASSWORD } from '../../testing/accounts/test-accounts.ts'
import { body, byParams, type Samples } from '../../testing/routes/samples.ts'

export const samples: Samples = {
  'passkeys.list': { open: 'user', allowed: '+++++++13' },
  'passkeys.start': { open: 'user', allowed: '+++++++13', request: body({}) },
  'passkeys.add': { open: 'user', allowed: '+++++++13', request: body({}) },
  'passkeys.remove': {
    open: 'user',
    allowed: '+++++++13 - 444444413',
    request: async (place, { userId }) => ({
      params: { id: await place.passkey(userId) },
      body: { password: PASSWORD },
    }),
    foreignIds: { 'params.id': byParams('passkey') },
    event: 'account.passkey_removed',
  },
  'passkeys.challenge': { open: 'public', allowed: '+++++++++' },
  'passkeys.signIn': { open: 'public', allowed: '+++++++++', request: body({}) },
}
