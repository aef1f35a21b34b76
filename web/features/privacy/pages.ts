import { lazyPage, type Page } from '../../shared/pages.ts'

export const privacyPage: Page = {
  path: '/b/$businessId/settings/privacy',
  access: 'Owner',
  texts: ['privacy'],
  component: lazyPage(() => import('./privacy-page.tsx'), 'PrivacyPage'),
  menu: { key: 'privacySettings', group: 'settings', section: 'control', icon: 'shield-lock' },
}
