import { SAYS_NOTHING, type Samples } from '../../testing/routes/samples.ts'

export const samples: Samples = {
  'notifications.list': { open: 'user', allowed: '+++++++13', foreignIds: { 'query.before': SAYS_NOTHING } },
  'notifications.count': { open: 'user', allowed: '+++++++13' },
  'notifications.markAllAsRead': { open: 'user', allowed: '+++++++13' },
  'notifications.read': {
    open: 'user',
    allowed: '+++++++13 - 444444413',
    request: async (place, { userId }) => ({
      body: { id: await place.notification(userId), status: true },
    }),
    foreignIds: { 'body.id': (theirs) => ({ body: { id: theirs.notification, status: true } }) },
  },
  'notifications.remove': {
    open: 'user',
    allowed: '+++++++13 - 444444413',
    request: async (place, { userId }) => ({ body: { id: await place.notification(userId) } }),
    foreignIds: { 'body.id': (theirs) => ({ body: { id: theirs.notification } }) },
  },
}
