import { paths } from '../../lib/paths.ts'
import { lazyPage, type Page } from '../../shared/pages.ts'

export const billingPage: Page = {
  path: paths.billing.pattern,
  access: 'Owner',
  texts: ['billing', 'tax-documents', 'refusals'],
  component: lazyPage(() => import('./billing-page.tsx'), 'BillingPage'),
  menu: { key: 'billing', group: 'settings', section: 'business', icon: 'credit-card', ofBilling: true },
}
