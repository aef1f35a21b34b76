import { paths } from '../../lib/paths.ts'
import { lazyPage, type Page } from '../../shared/pages.ts'

export const integrationsPage: Page = {
  path: paths.integrations.pattern,
  access: 'Owner',
  texts: ['integrations'],
  component: lazyPage(() => import('./integrations-page.tsx'), 'IntegrationsPage'),
  menu: { key: 'integrations', group: 'settings', section: 'connections', icon: 'plug' },
}
