import { DocumentsPage } from '../../features/tax-documents/documents-page.tsx'
import { hasBilling } from '../../lib/session/billing.ts'
import { NotFound } from './not-found.tsx'

/** An installation that charges no business has no such page. */
export const BillingDocumentsPage = () => (hasBilling() ? <DocumentsPage /> : <NotFound />)
