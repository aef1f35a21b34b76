import { body, type Samples } from '../../testing/routes/samples.ts'

export const samples: Samples = {
  'notificationSettings.own': { allowed: '+++++++13' },
  'notificationSettings.changeOwn': { allowed: '+++++++13', request: body({ events: [] }) },
  'notificationSettings.test': {
    allowed: '+++++++13',
    request: body({ channel: 'app' }),
    event: 'notification.tested',
  },
  'notificationSettings.business': { allowed: '+33333313' },
  'notificationSettings.changeBusiness': {
    allowed: '+33333313',
    request: body({ mailName: null }),
    takesContacts: true,
  },
  'notificationSettings.templates': { allowed: '+33333313' },
  'notificationSettings.changeTemplate': { allowed: '+33333313', request: body({}) },
}
