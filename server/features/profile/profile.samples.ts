import { body, byParams, type Samples } from '../../testing/routes/samples.ts'

export const samples: Samples = {
  'profile.sessions': { open: 'user', allowed: '+++++++13' },
  'profile.revokeSession': {
    open: 'user',
    allowed: '+++++++13 - 444444413',
    request: async (place, { userId }) => ({ params: { id: await place.session(userId) } }),
    foreignIds: { 'params.id': byParams('session') },
    event: 'session.ended',
  },
  'profile.revokeOthers': { open: 'user', allowed: '+++++++13' },
  'profile.changePassword': {
    open: 'user',
    allowed: '+++++++13',
    request: body({ current: 'x', password: 'a long passphrase', passwordConfirmation: 'other' }),
  },
  'profile.pendingEmail': { open: 'user', allowed: '+++++++13' },
  'profile.changeEmail': {
    open: 'user',
    allowed: '+++++++13',
    request: body({ email: 'x', password: 'x' }),
    takesContacts: true,
  },
  'profile.keepEmail': { open: 'user', allowed: '+++++++13' },
  'profile.confirmEmail': { open: 'public', allowed: '+++++++++', request: body({ token: 'x' }) },
}
