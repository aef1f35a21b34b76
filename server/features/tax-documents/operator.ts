import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { day, line } from '#contract/common.ts'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import { documentKinds } from '#contract/tax-documents/tax-documents.ts'
import type { Deps } from '../../deps.ts'
import { emit } from '../../platform/events/emit.ts'
import { AppError, invalidInput } from '../../platform/http/errors.ts'
import { parse } from '../../platform/http/parsing.ts'
import { findCustomer, upsertZeroRate } from './customers.queries.ts'
import { exportHead, exportLine } from './document-export.ts'
import { findByNumber, findDocument, insertAllocation, type ListedDocument, listBooks } from './documents.queries.ts'
import { setEntity } from './entities.service.ts'
import { aboutDocument } from './issuing.service.ts'
import type { DealerKind } from './tax.rules.ts'

const REASON_MAX = 200
const BATCH = 500

type EntityGiven = Record<'name' | 'number' | 'dealer' | 'address' | 'phone' | 'email' | 'logo' | 'certificate', string>
/** Stores the operator's legal entity; files are named by their paths. */
export async function setEntityFromFiles(deps: Deps, given: Partial<EntityGiven>, passphrase: string) {
  const { name = '', number = '', dealer = '', address = '', phone, email, logo, certificate } = given
  return setEntity(deps, {
    ...{ name, number, address, dealerKind: dealer as DealerKind },
    ...(phone !== undefined && { phone }),
    ...(email !== undefined && { email }),
    logo: logo === undefined ? undefined : logo === '' ? null : fileAt('logo', logo),
    certificate: certificate ? { p12: fileAt('certificate', certificate), passphrase } : undefined,
  })
}

function fileAt(option: string, path: string) {
  try {
    return readFileSync(path)
  } catch {
    throw invalidInput(option, 'no_such_file')
  }
}

const Allocation = z.object({
  /** `305/12`. */
  document: z.string().regex(new RegExp(`^(${documentKinds.join('|')})/[1-9]\\d{0,8}$`), 'invalid_value'),
  /** Nine digits; undefined: the document goes out without one. */
  number: z
    .string()
    .regex(/^\d{9}$/, 'invalid_value')
    .optional(),
  isSilent: z.boolean().optional(),
})
/** Gives a document its allocation number, or lets it go out without one. It is then made and mailed. */
export async function allocate({ workerDb, now }: Pick<Deps, 'workerDb' | 'now'>, wanted: z.input<typeof Allocation>) {
  const { document: named, number = null, isSilent } = parse(Allocation, wanted)
  const [kind = '', running = ''] = named.split('/')
  const found = await findByNumber(workerDb, { kind, number: Number(running) })
  const document = found && (await findDocument(workerDb, found.businessId, found.id))
  if (!document) throw new AppError('tax_document_not_found')
  if (document.allocationState !== 'needed') throw invalidInput('document', 'tax_allocation_not_needed')
  const { businessId, id: documentId } = document
  await workerDb.transaction().execute(async (tx) => {
    const isFirst = await insertAllocation(tx, { businessId, documentId, number, at: now() })
    if (!isFirst) throw invalidInput('document', 'tax_allocation_not_needed')
    await emit(tx, { kind: 'system', businessId }, 'tax_document.allocated', {
      ...aboutDocument(document),
      ...(isSilent && { isSilent }),
    })
  })
  return { number }
}

const ZeroRate = z.object({ reason: line(REASON_MAX) })
/** Marks a business as foreign: later documents carry VAT 0 with this reason. Empty: VAT as usual. */
export async function markForeign(
  { workerDb }: Pick<Deps, 'workerDb'>,
  businessId: string,
  wanted: { reason: string },
) {
  const { reason } = parse(ZeroRate, wanted)
  await workerDb.transaction().execute(async (tx) => {
    const { zeroRateReason: before } = await findCustomer(tx, businessId)
    if (before === reason) return
    await upsertZeroRate(tx, businessId, reason)
    const changes = { zeroRateReason: [before, reason] as [unknown, unknown] }
    await emit(tx, { kind: 'system', businessId }, 'tax_customer.changed', {
      campaignId: ALL_CAMPAIGNS,
      changes,
    })
  })
  return { reason }
}

const Range = z.object({ from: day.optional(), to: day.optional() })
/** All documents of these days as CSV in Hebrew, in the order of their series. */
export async function* booksOf({ workerDb }: Pick<Deps, 'workerDb'>, wanted: z.input<typeof Range>) {
  const range = parse(Range, wanted)
  yield exportHead('he')
  for (let after: ListedDocument | undefined; ; ) {
    const place = after && { kind: after.kind, number: after.number, _id: after.id }
    const documents: ListedDocument[] = await listBooks(workerDb, { ...range, after: place, limit: BATCH })
    yield documents.map((document) => exportLine(document, 'he')).join('')
    after = documents.at(-1)
    if (documents.length < BATCH) return
  }
}
