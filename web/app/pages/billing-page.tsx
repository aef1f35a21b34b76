import { BillingPage } from '../../features/billing/billing-page.tsx'
import { DocumentsSection } from '../../features/tax-documents/documents-section.tsx'
import { hasBilling } from '../../lib/session/billing.ts'
import { NotFound } from './not-found.tsx'

/** An installation that charges no business has no such page. */
export const BillingWithDocuments = () =>
  hasBilling() ? <BillingPage documents={<DocumentsSection />} /> : <NotFound />
