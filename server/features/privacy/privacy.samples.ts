import { body, byId, byParams, type Samples } from '../../testing/routes/samples.ts'

export const samples: Samples = {
  'privacy.leadFile': {
    allowed: '+33333313 +33333313 433333313',
    request: byId('lead'),
    foreignIds: { 'params.id': byParams('lead') },
  },
  'privacy.leadHeld': {
    allowed: '+33333313 +33333313 433333313',
    request: byId('lead'),
    foreignIds: { 'params.id': byParams('lead') },
  },
  'privacy.eraseLead': {
    allowed: '+33333313 +33333313 433333313',
    request: byId('lead', { typed: 'not their name' }),
    takesContacts: true,
    foreignIds: { 'params.id': byParams('lead', { typed: 'Dana Levi' }) },
  },
  'privacy.settings': { allowed: '+33333313' },
  'privacy.changeSettings': { allowed: '+33333313', request: body({ recordings: 12 }) },
  'privacy.erasures': { allowed: '+33333313' },
  'privacy.ownFile': { open: 'user', allowed: '+++++++13' },
  'privacy.eraseSelf': {
    open: 'user',
    allowed: '+++++++13',
    request: body({ typed: 'not-the-address@example.test' }),
    takesContacts: true,
  },
}
