import { body, byParams, type Samples } from '../../testing/routes/samples.ts'

export const samples: Samples = {
  'softphone.token': { allowed: '+++++++13' },
  'softphone.presence': { allowed: '+++++++13', request: body({ state: 'available' }) },
  'softphone.leave': {
    allowed: '+++++++13 - 444444413',
    request: async ({ make }, { userId }) => ({ params: { id: await make.call(userId) } }),
    foreignIds: { 'params.id': byParams('call') },
  },
  'softphone.ringing': {
    allowed: '+++++++13 - 444444413',
    request: async ({ make }, { userId }) => ({ params: { id: await make.call(userId) } }),
    foreignIds: { 'params.id': byParams('call') },
  },
}
