import { paths } from '../../lib/paths.ts'
import { lazyPage, type Page } from '../../shared/pages.ts'

export const leadFieldPage: Page = {
  path: paths.leadFields.pattern,
  access: 'Owner',
  texts: ['lead-fields', 'refusals'],
  component: lazyPage(() => import('./lead-fields-page.tsx'), 'LeadFieldsPage'),
  menu: { key: 'leadFields', group: 'settings', section: 'leads', icon: 'forms' },
  about: ['leadField'],
}
