import type { Language } from '#contract/constants.ts'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import { hasRight } from '#contract/roles.ts'
import type { DocumentFilters } from '#contract/tax-documents/tax-documents.ts'
import { dayOf } from '#contract/values/clock.ts'
import type { Deps } from '../../deps.ts'
import { type Db, inTransaction } from '../../platform/db/db.ts'
import { emit } from '../../platform/events/emit.ts'
import type { Member } from '../../platform/http/caller.ts'
import { CSV_HEADERS } from '../../platform/http/csv.ts'
import { download } from '../../platform/http/downloads.ts'
import { AppError } from '../../platform/http/errors.ts'
import { paginate } from '../../platform/lists/paging.ts'
import { findRecipients } from './customers.service.ts'
import { exportHead, exportLine } from './document-export.ts'
import { queueDocument } from './document-mails.service.ts'
import { presentDocument } from './documents.presenter.ts'
import * as queries from './documents.queries.ts'
import { aboutDocument } from './issuing.service.ts'
import { pdfName, readPdf, requirePdf } from './pdf.service.ts'

/** How long the address of a PDF or an export works. */
const LINK_SECONDS = 300
const EXPORT_BATCH = 500

type Context = { db: Db; caller: Member }
type ListRequest = DocumentFilters & { page: number; limit: number }
export async function findDocuments({ db, caller: { businessId } }: Context, { page, limit, ...filters }: ListRequest) {
  const [documents, total] = await Promise.all([
    queries.listDocuments(db, businessId, { ...filters, limit, offset: (page - 1) * limit }),
    queries.countDocuments(db, businessId, filters),
  ])
  return { documents: documents.map(presentDocument), pagination: paginate({ page, limit }, total, true) }
}

async function requireDocument(db: Db, businessId: string, id: string) {
  const document = await queries.findDocument(db, businessId, id)
  if (!document) throw new AppError('tax_document_not_found')
  return document
}

type PdfWanted = { businessId: string; id: string; language: Language }
const pdfDownload = download<Deps, PdfWanted>({
  path: '/billing/document-file',
  purpose: 'tax documents',
  seconds: LINK_SECONDS,
  // The file is compressed already, and its bytes are what was signed.
  config: { compress: false },
  async open(deps, { id, language, ...ticket }, from) {
    const caller = await requireReader(deps, ticket)
    const db = deps.tenants.scope(ticket)
    const document = await requireDocument(db, caller.businessId, id)
    const bytes = await readPdf(deps, await requirePdf(deps, document, language))
    await inTransaction(db, (tx) => emit(tx, { ...caller, from }, 'tax_document.opened', aboutDocument(document)))
    const headers = { 'content-type': 'application/pdf', 'cache-control': 'private, no-store' }
    return { name: pdfName(document), headers, content: piecesOf(bytes) }
  },
})

type ExportWanted = { businessId: string; filters: DocumentFilters; language: Language }
const exportDownload = download<Deps, ExportWanted>({
  path: '/billing/documents-file',
  purpose: 'exports of tax documents',
  seconds: LINK_SECONDS,
  async open(deps, { filters, language, ...ticket }, from) {
    const caller = await requireReader(deps, ticket)
    const db = deps.tenants.scope(ticket)
    await inTransaction(db, (tx) =>
      emit(tx, { ...caller, from }, 'tax_document.exported', { campaignId: ALL_CAMPAIGNS }),
    )
    const content = linesOf(db, caller.businessId, { ...filters, language })
    return { name: `documents-${dayOf(deps.now())}.csv`, headers: CSV_HEADERS, content }
  },
})
export const downloads = [pdfDownload, exportDownload]

type Ticket = { businessId: string; userId: string; sessionId: string }
/** The person of a signed address, whose right may have ended since. */
async function requireReader({ access }: Deps, ticket: Ticket) {
  const caller = await access.findMember(ticket)
  if (!caller || !hasRight(caller.role, 'business.settings')) throw new AppError('not_found')
  return caller
}

async function* piecesOf(bytes: Buffer) {
  yield bytes
}

type Lines = DocumentFilters & { language: Language }
async function* linesOf(db: Db, businessId: string, { language, ...filters }: Lines) {
  yield exportHead(language)
  for (let offset = 0; ; offset += EXPORT_BATCH) {
    const documents = await queries.listDocuments(db, businessId, { ...filters, offset, limit: EXPORT_BATCH })
    yield documents.map((document) => exportLine(document, language)).join('')
    if (documents.length < EXPORT_BATCH) return
  }
}

type Asked = { id: string; language?: Language | undefined }
/** A signed address of the PDF, which is made now if it is not there yet. */
export async function linkPdf(deps: Deps, { db, caller }: Context, { id, language }: Asked) {
  const document = await requireDocument(db, caller.businessId, id)
  const wanted = language ?? document.language
  await requirePdf(deps, document, wanted)
  return pdfDownload.link(deps, caller, { businessId: caller.businessId, id, language: wanted })
}

export const linkExport = (deps: Deps, { caller }: Context, { filters, language }: Omit<ExportWanted, 'businessId'>) =>
  exportDownload.link(deps, caller, { businessId: caller.businessId, filters, language })

/** Mails the PDF to the addresses for documents. */
export async function sendDocument(deps: Deps, { db, caller }: Context, id: string) {
  const document = await requireDocument(db, caller.businessId, id)
  const recipients = await findRecipients(db, caller.businessId)
  if (recipients.length === 0) throw new AppError('tax_no_recipient')
  const pdf = await requirePdf(deps, document, document.language)
  await inTransaction(db, async (tx) => {
    await queueDocument(tx, { document, pdf, recipients, accountId: caller.userId })
    await emit(tx, caller, 'tax_document.sent', aboutDocument(document))
  })
  return recipients
}
