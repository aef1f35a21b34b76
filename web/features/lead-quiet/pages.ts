import { lazyPage, type Page } from '../../shared/pages.ts'

export const leadQuietPage: Page = {
  path: '/b/$businessId/settings/quiet-for-leads',
  access: 'Owner',
  texts: ['lead-quiet'],
  component: lazyPage(() => import('./lead-quiet-page.tsx'), 'LeadQuietPage'),
  menu: { key: 'leadQuiet', group: 'settings', section: 'messages', icon: 'clock' },
}
