import { createECDH } from 'node:crypto'
import { body, byParams, type Samples } from '../../testing/routes/samples.ts'

const key = createECDH('prime256v1')
key.generateKeys()
const subscription = {
  endpoint: 'https://push.example.com/device',
  keys: { p256dh: key.getPublicKey('base64url'), auth: 'A'.repeat(22) },
}

export const samples: Samples = {
  'push.list': { open: 'user', allowed: '+++++++13' },
  'push.add': { open: 'user', allowed: '+++++++13', request: body(subscription), event: 'account.push_added' },
  'push.remove': {
    open: 'user',
    allowed: '+++++++13 - 444444413',
    request: async (place, { userId }) => ({ params: { id: await place.pushDevice(userId) } }),
    foreignIds: { 'params.id': byParams('pushDevice') },
    event: 'account.push_removed',
  },
}
