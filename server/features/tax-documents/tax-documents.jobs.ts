import { z } from 'zod'
import { id } from '#contract/common.ts'
import type { Deps } from '../../deps.ts'
import type { Projection } from '../../platform/events/relay.ts'
import { job, specOf } from '../../platform/jobs/job.ts'
import { findRecipients } from './customers.service.ts'
import { queueDocument } from './document-mails.service.ts'
import { findDocument } from './documents.queries.ts'
import { requirePdf } from './pdf.service.ts'

/** Makes the PDF of a document and mails it; nothing while the document waits for its allocation number. */
export const mailDocument = job({
  name: 'mailTaxDocument',
  payload: z.object({ businessId: id, documentId: id }),
  maxAttempts: 12,
  async run(deps: Deps, { businessId, documentId }) {
    const document = await findDocument(deps.workerDb, businessId, documentId)
    if (!document || document.allocationState === 'needed') return
    const pdf = await requirePdf(deps, document, document.language)
    const recipients = await findRecipients(deps.workerDb, businessId)
    await queueDocument(deps.workerDb, { document, pdf, recipients, onceFor: documentId })
  },
})

/** A document is mailed once it is issued, or has its allocation number. */
export const documentProjection: Projection = {
  jobs: (events) =>
    events
      .filter(({ name, payload }) => /^tax_document\.(issued|allocated)$/.test(name) && payload.isSilent !== true)
      .map(({ businessId, payload }) => specOf(mailDocument, { businessId, documentId: String(payload.documentId) })),
}
