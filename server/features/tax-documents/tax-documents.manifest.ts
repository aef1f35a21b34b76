import type { Feature } from '../feature.ts'
import { documentProjection, mailDocument } from './tax-documents.jobs.ts'
import { mountTaxDocuments } from './tax-documents.routes.ts'

export const taxDocuments: Feature = {
  mount: [mountTaxDocuments],
  projections: [documentProjection],
  jobs: [mailDocument],
}
