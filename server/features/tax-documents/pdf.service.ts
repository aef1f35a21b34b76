import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Language } from '#contract/constants.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/http/errors.ts'
import { findPdf, insertPdf, type ListedDocument, type StoredPdf } from './documents.queries.ts'
import { findSigning } from './entities.service.ts'
import { pdfContentOf } from './pdf/pdf-content.rules.ts'
import { signPdf } from './pdf/signature.ts'
import { typeset } from './pdf/typeset.ts'

type PdfDeps = Pick<Deps, 'workerDb' | 'files' | 'env' | 'now'>

/** `tax-invoice-305-12.pdf`: the name under which a PDF is saved. */
const names = {
  300: 'pro-forma',
  305: 'tax-invoice',
  320: 'invoice-receipt',
  330: 'credit-note',
  400: 'receipt',
} as const
export const pdfName = ({ kind, number }: Pick<ListedDocument, 'kind' | 'number'>) =>
  `${names[kind]}-${kind}-${number}.pdf`

/**
 * The stored PDF of a document in a language, made and signed at the first request: later ones get the same bytes. Refused
 * while the document waits for its allocation number, which the PDF shows.
 */
export async function requirePdf(deps: PdfDeps, document: ListedDocument, language: Language): Promise<StoredPdf> {
  if (document.allocationState === 'needed') throw new AppError('tax_allocation_awaited')
  const of = { businessId: document.businessId, documentId: document.id, language }
  const known = await findPdf(deps.workerDb, of)
  if (known) return known
  const bytes = await makePdf(deps, document, language)
  const sha256 = createHash('sha256').update(bytes).digest()
  const made = { file: `documents/${sha256.toString('hex')}.pdf`, sha256 }
  await deps.files.put(made.file, bytes)
  await insertPdf(deps.workerDb, { ...of, ...made, at: deps.now() })
  const stored = (await findPdf(deps.workerDb, of)) as StoredPdf
  if (stored.file !== made.file) await deps.files.remove(made.file)
  return stored
}

/** The bytes of a stored PDF. Throws if the storage lost or changed them: they are never made a second time. */
export async function readPdf({ files }: Pick<Deps, 'files'>, { file, sha256 }: StoredPdf): Promise<Buffer> {
  const found = await files.get(file)
  const bytes = found && (await buffer(found.bytes))
  if (!bytes || !createHash('sha256').update(bytes).digest().equals(sha256))
    throw new Error(`The stored tax document ${file} is ${bytes ? 'not what was stored' : 'missing'}`)
  return bytes
}

async function makePdf({ workerDb, env, now }: PdfDeps, document: ListedDocument, language: Language) {
  const { logo, certificate, name } = await findSigning(workerDb, env.secretKey, document)
  const { allocationNumber } = document
  const content = pdfContentOf(document, { language, allocationNumber, logo, isTest: env.demo })
  return signPdf(typeset(content), { ...certificate, name, at: now() })
}
