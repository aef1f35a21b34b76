import { paths } from '../../lib/paths.ts'
import { lazyPage, type Page } from '../../shared/pages.ts'

export const apiKeyPage: Page = {
  path: paths.apiKeys.pattern,
  access: 'Owner',
  texts: ['api-keys', 'request-log', 'refusals'],
  component: lazyPage(() => import('./api-keys-page.tsx'), 'ApiKeysPage'),
  menu: { key: 'apiKeys', group: 'settings', section: 'connections', icon: 'key' },
  about: ['key'],
}
