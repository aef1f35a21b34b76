import { lazyPage, type Page } from '../../shared/pages.ts'

export const blacklistPage: Page = {
  path: '/b/$businessId/settings/blacklist',
  texts: ['blacklist'],
  component: lazyPage(() => import('./blacklist-page.tsx'), 'BlacklistPage'),
  menu: { key: 'blacklist', group: 'settings', section: 'telephony', icon: 'ban', needs: 'blacklist.edit' },
  about: ['blacklist'],
}
