import { PASSWORD } from '../../testing/accounts/test-accounts.ts'
import { body, type Samples } from '../../testing/routes/samples.ts'

export const samples: Samples = {
  'businesses.create': {
    open: 'user',
    allowed: '+++++++13',
    request: body({ name: 'Another business' }),
    takesContacts: true,
  },
  'businesses.get': { allowed: '+++++++13' },
  'businesses.change': {
    allowed: '+33333313',
    request: body({ contactName: 'Dana Levi' }),
    takesContacts: true,
    event: 'business.changed',
  },
  'businesses.transfer': {
    allowed: '+33333313 - 433333313',
    request: async (place) => ({
      body: { userId: await place.colleague(), ownRole: 'Owner', password: PASSWORD },
    }),
    foreignIds: {
      'body.userId': (theirs) => ({ body: { userId: theirs.user, ownRole: 'Owner', password: PASSWORD } }),
    },
    event: 'member.changed',
  },
  'businesses.close': { allowed: '+33333313', request: body({ name: 'not its name', password: PASSWORD }) },
  'businesses.reopen': { allowed: '+33333313' },
}
