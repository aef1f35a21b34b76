import type { Feature } from '../feature.ts'
import { mountNotificationSettings } from './notification-settings.routes.ts'

export const notificationSettings: Feature = {
  mount: [mountNotificationSettings],
  account: { tables: ['notification_choices', 'member_quiet_hours'] },
}
