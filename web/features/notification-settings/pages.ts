import { paths } from '../../lib/paths.ts'
import { lazyPage, type Page } from '../../shared/pages.ts'

export const notificationSettingPages: readonly Page[] = [
  {
    path: paths.businessNotifications.pattern,
    access: 'Owner',
    texts: ['notification-settings'],
    component: lazyPage(() => import('./business-settings-page.tsx'), 'BusinessSettingsPage'),
    menu: { key: 'notifications', group: 'settings', section: 'messages', icon: 'bell' },
  },
  {
    path: paths.ownNotifications,
    access: 'user',
    inBusiness: true,
    texts: ['notification-settings'],
    component: lazyPage(() => import('./own-settings-page.tsx'), 'OwnSettingsPage'),
    menu: { key: 'ownNotifications', group: 'me', label: 'notificationSettings', icon: 'bell-cog' },
    notifies: { test: { icon: 'bell-check', hue: 'green' } },
  },
]
