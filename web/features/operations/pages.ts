import { paths } from '../../lib/paths.ts'
import { lazyPage, type Page } from '../../shared/pages.ts'

export const operationPage: Page = {
  path: paths.operations.pattern,
  texts: ['operations'],
  component: lazyPage(() => import('./operations-page.tsx'), 'OperationsPage'),
  menu: { key: 'operations', group: 'settings', section: 'control', icon: 'stack-2', needs: 'business.settings' },
  about: ['operation'],
}
