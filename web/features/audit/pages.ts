import { lazyPage, type Page } from '../../shared/pages.ts'

export const auditPage: Page = {
  path: '/b/$businessId/settings/audit',
  access: 'Owner',
  texts: ['audit'],
  component: lazyPage(() => import('./audit-page.tsx'), 'AuditPage'),
  menu: { key: 'audit', group: 'settings', section: 'control', icon: 'history' },
}
