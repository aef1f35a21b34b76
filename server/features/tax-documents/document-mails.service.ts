import type { Db } from '../../platform/db/db.ts'
import { translate } from '../../platform/texts.ts'
import { composeMail } from '../messages/messages.rules.ts'
import { queueMessages } from '../messages/messages.service.ts'
import type { ListedDocument, StoredPdf } from './documents.queries.ts'
import { pdfName } from './pdf.service.ts'

type Sending = {
  document: ListedDocument
  pdf: StoredPdf
  recipients: readonly string[]
  /** The person who sends it again. */
  accountId?: string
  /** A repeated job mails nothing twice. */
  onceFor?: string
}
/** Queues the mail that brings a document to each address. */
export async function queueDocument(tx: Db, { document, pdf, recipients, accountId, onceFor }: Sending) {
  const { businessId, kind, number, language, content, total } = document
  const say = (key: string, values = {}) => translate(language, 'tax-documents-mail', key, values)
  const kindName = translate(language, 'tax-documents-pdf', `kinds.${kind}`)
  const title = say('title', { kind: kindName, number, seller: content.seller.name })
  const amount = new Intl.NumberFormat('en', { minimumFractionDigits: 2 }).format(total / 100)
  const mail = composeMail({
    language,
    title,
    paragraphs: [say('text', { customer: content.customer.name })],
    facts: [{ label: say('total'), value: `₪${amount}`, isLtr: true }],
    note: say('note', { seller: content.seller.name }),
  })
  await queueMessages(
    tx,
    recipients.map((recipient) => ({
      ...{ businessId, kind: 'notice' as const, channel: 'mail' as const, recipient, subject: title, ...mail },
      attachment: { stored: pdf.file, name: pdfName(document), type: 'application/pdf' },
      ...(accountId && { accountId }),
      ...(onceFor && { dedupeKey: `tax document ${onceFor} ${recipient}` }),
    })),
  )
}
