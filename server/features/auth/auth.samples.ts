import { asDouble, body, type Samples } from '../../testing/routes/samples.ts'

export const samples: Samples = {
  'auth.login': { open: 'public', allowed: '+++++++++', request: body({ email: 'x' }), takesContacts: true },
  'auth.sendEmailCode': { open: 'public', allowed: '+++++++++', request: body({ email: 'x' }), takesContacts: true },
  'auth.register': { open: 'public', allowed: '+++++++++', request: body({}), takesContacts: true },
  // The sample request has no cookie, so every caller is refused.
  'auth.refresh': { open: 'public', allowed: '111111111' },
  'auth.logout': { open: 'public', allowed: '+++++++++', request: asDouble },
  'auth.getCurrentUser': { open: 'user', allowed: '+++++++13' },
  'auth.sendPhoneCode': { open: 'user', allowed: '+++++++13', request: body({}), takesContacts: true },
  'auth.verifyPhone': { open: 'user', allowed: '+++++++13', request: body({ code: '000000' }) },
  'auth.recover': {
    open: 'public',
    allowed: '+++++++++',
    request: body({ email: 'unknown@example.test' }),
    takesContacts: true,
  },
  'auth.checkReset': { open: 'public', allowed: '+++++++++', request: () => ({ query: { token: 'x' } }) },
  'auth.reset': { open: 'public', allowed: '+++++++++', request: body({}) },
  'auth.removeWayIn': { open: 'public', allowed: '+++++++++', request: body({}) },
}
