import { paths } from '../../lib/paths.ts'
import { lazyPage, type Page } from '../../shared/pages.ts'

/** The list; the editor of one is put together with the conditions of leads in the table of pages. */
export const automationListPage: Page = {
  path: paths.automations.pattern,
  access: 'Owner',
  texts: ['automations'],
  component: lazyPage(() => import('./list/automations-page.tsx'), 'AutomationsPage'),
  menu: { key: 'automations', group: 'settings', section: 'connections', icon: 'bolt' },
  notifies: { automation_failing: { icon: 'bolt', hue: 'red' } },
}
