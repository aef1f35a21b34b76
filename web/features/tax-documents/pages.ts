import { lazyPage, type Page } from '../../shared/pages.ts'

export const billingDocumentsPage: Page = {
  path: '/b/$businessId/settings/billing-documents',
  access: 'Owner',
  texts: ['tax-documents'],
  component: lazyPage(() => import('./documents-page.tsx'), 'DocumentsPage'),
  menu: {
    key: 'billingDocuments',
    group: 'settings',
    section: 'business',
    icon: 'file-spreadsheet',
    ofBilling: true,
  },
  about: ['taxDocument'],
}
