import { body, byParams, type Samples } from '../../testing/routes/samples.ts'

export const samples: Samples = {
  'channels.list': { allowed: '+33333313' },
  'channels.connectMail': { allowed: '+33333313', request: body({}), takesContacts: true },
  'channels.test': { allowed: '+33333313', foreignIds: { 'params.id': byParams('connection') } },
  'channels.disconnect': { allowed: '+33333313', foreignIds: { 'params.id': byParams('connection') } },
  'whatsApp.get': { allowed: '+33333313' },
  'whatsApp.start': { allowed: '+33333313' },
  'whatsApp.finish': { allowed: '+33333313', request: body({ ticket: 'T', query: 'state=S&code=C' }) },
  'whatsApp.connect': { allowed: '+33333313', request: body({}), takesContacts: true },
  'whatsApp.change': {
    allowed: '433333313',
    request: ({ campaign }) => ({ body: { campaignId: campaign } }),
    foreignIds: { 'body.campaignId': (theirs) => ({ body: { campaignId: theirs.campaign } }) },
  },
  'whatsApp.test': { allowed: '433333313' },
  'whatsApp.disconnect': { allowed: '433333313' },
  'channels.sms': { allowed: '+33333313' },
  'channels.chooseSms': {
    allowed: '+33333313',
    request: body({ numberId: null }),
    foreignIds: { 'body.numberId': (theirs) => ({ body: { numberId: theirs.number } }) },
  },
}
