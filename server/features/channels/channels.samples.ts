import { body, byParams, type Samples } from '../../testing/routes/samples.ts'

export const samples: Samples = {
  'channels.list': { allowed: '+33333313' },
  'channels.connectMail': { allowed: '+33333313', request: body({}), takesContacts: true },
  'channels.test': { allowed: '+33333313', foreignIds: { 'params.id': byParams('connection') } },
  'channels.disconnect': { allowed: '+33333313', foreignIds: { 'params.id': byParams('connection') } },
  'channels.sms': { allowed: '+33333313' },
  'channels.chooseSms': {
    allowed: '+33333313',
    request: body({ numberId: null }),
    foreignIds: { 'body.numberId': (theirs) => ({ body: { numberId: theirs.number } }) },
  },
}
