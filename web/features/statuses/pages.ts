import { paths } from '../../lib/paths.ts'
import { lazyPage, type Page } from '../../shared/pages.ts'

export const statusPage: Page = {
  path: paths.leadStatuses.pattern,
  access: 'Owner',
  texts: ['statuses'],
  component: lazyPage(() => import('./statuses-page.tsx'), 'StatusesPage'),
  menu: { key: 'leadStatuses', group: 'settings', section: 'leads', icon: 'progress' },
  about: ['status'],
}
