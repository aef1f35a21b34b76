import { createHash } from 'node:crypto'
import { AGOROT_MAX } from '#contract/common.ts'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import type { DocumentKind } from '#contract/tax-documents/tax-documents.ts'
import { dayOf } from '#contract/values/clock.ts'
import { isCompanyNumber } from '#contract/values/company-number.ts'
import type { Db } from '../../platform/db/db.ts'
import { emit } from '../../platform/events/emit.ts'
import { AppError, invalidInput } from '../../platform/http/errors.ts'
import { parse } from '../../platform/http/parsing.ts'
import { newId } from '../../platform/ids.ts'
import { type DocumentContent, type DocumentCustomer, DocumentInput, type Wanted } from './document-input.ts'
import * as queries from './issuing.queries.ts'
import { carriesVat, creditVat, issuedBy, needsAllocation, vatOf, vatRateOn } from './tax.rules.ts'

export type { Issued } from './issuing.queries.ts'

/**
 * Issues a document in the caller's transaction, as the worker's role. Its number is taken from the series of its kind and
 * the operator's entity, whose row stays locked until the transaction ends: numbers have no gap, and a document that is
 * rolled back takes none. A second request with the same key returns the first document.
 */
export async function issueDocument(tx: Db, now: Date, input: DocumentInput): Promise<queries.Issued> {
  const wanted = parse(DocumentInput, input)
  const { kind, businessId, idempotencyKey: key } = wanted
  const entity = await queries.findCurrentEntity(tx)
  if (!entity) throw invalidInput('entity', 'tax_entity_missing')
  const series = { entityId: entity.id, kind }
  const last = await queries.lockSeries(tx, series)
  const hash = createHash('sha256').update(JSON.stringify(wanted)).digest()
  const known = await queries.findByKey(tx, { ...series, key })
  if (known && !hash.equals(known.hash)) throw new AppError('idempotency_key_reused')
  if (known) return known
  if (!issuedBy(entity.dealerKind).includes(kind)) throw invalidInput('kind', 'tax_kind_refused')
  // A clock that was set back issues nothing before the last document.
  const issuedOn = [dayOf(now), last.lastOn ?? ''].toSorted().at(-1) as string
  const about = await requireAbout(tx, wanted, entity.id)
  const charged = kind === '330' && about ? about : wanted.vat
  const zeroRateReason = charged ? charged.zeroRateReason : await queries.findZeroRateReason(tx, businessId)
  const customer = customerOf(wanted, about, zeroRateReason !== '')
  const amounts = await amountsOf(tx, wanted, { about, issuedOn, entity, isZeroRated: zeroRateReason !== '' })
  requirePayment(wanted, amounts.total)
  const document = {
    ...{ id: newId(), businessId, kind, number: last.lastNumber + 1, issuedOn, language: customer.language },
    content: contentOf(wanted, { entity, customer, about }),
    ...{ periodFrom: wanted.period?.from ?? null, periodTo: wanted.period?.to ?? null },
    ...amounts,
    zeroRateReason: amounts.vatRate === 0 ? zeroRateReason : '',
    needsAllocation: needsAllocation({ kind, day: issuedOn, customerNumber: customer.number, ...amounts }),
  }
  await queries.insertDocument(tx, { ...document, entityId: entity.id, aboutId: about?.id ?? null, key, hash, at: now })
  await queries.updateSeries(tx, series, { number: document.number, on: issuedOn })
  await emit(tx, { kind: 'system', businessId }, 'tax_document.issued', {
    ...aboutDocument(document),
    ...(wanted.isSilent && { isSilent: true }),
  })
  return document
}

/** What events say of a document. */
export const aboutDocument = ({
  id,
  kind,
  number,
  total,
}: Pick<queries.Issued, 'id' | 'kind' | 'number' | 'total'>) => ({
  campaignId: ALL_CAMPAIGNS,
  ...{ documentId: id, kind, number, total },
})

/** Which kinds a document may refer to. */
const references: Record<DocumentKind, { field: 'creditOf' | 'follows'; kinds: readonly DocumentKind[] } | undefined> =
  {
    300: undefined,
    305: { field: 'follows', kinds: ['300'] },
    320: { field: 'follows', kinds: ['300'] },
    330: { field: 'creditOf', kinds: ['305', '320'] },
    400: { field: 'follows', kinds: ['300', '305'] },
  }

type About = queries.Issued & { entityId: string }
/** The document that this one credits, pays or follows; of the same business and entity. */
async function requireAbout(tx: Db, { businessId, kind, creditOf, follows }: Wanted, entityId: string) {
  const allowed = references[kind]
  const id = allowed?.field === 'creditOf' ? creditOf : follows
  if (
    (creditOf && allowed?.field !== 'creditOf') ||
    (follows && allowed?.field !== 'follows') ||
    (!id && kind === '330')
  )
    throw invalidInput('creditOf', 'tax_reference_refused')
  if (!id) return undefined
  const about = await queries.findIssued(tx, businessId, id)
  if (!about || about.entityId !== entityId || !allowed?.kinds.includes(about.kind))
    throw invalidInput('creditOf', 'tax_reference_refused')
  return about
}

/** A credit is made out as its original was. */
function customerOf({ kind, customer }: Wanted, about: About | undefined, isForeign: boolean): DocumentCustomer {
  if (kind === '330' && about) return about.content.customer
  if (!customer) throw invalidInput('customer', 'required')
  if (customer.number && !isForeign && !isCompanyNumber(customer.number))
    throw invalidInput('customer.number', 'invalid_company_number')
  return customer
}

type Terms = { about: About | undefined; issuedOn: string; entity: queries.Entity; isZeroRated: boolean }
async function amountsOf(tx: Db, wanted: Wanted, { about, issuedOn, entity, isZeroRated }: Terms) {
  const { businessId, kind, lines, vat: charged } = wanted
  const net = lines.reduce((sum, { quantity, unitPriceAgorot }) => sum + quantity * unitPriceAgorot, 0)
  if (!Number.isSafeInteger(net) || net < 1 || net > AGOROT_MAX) throw invalidInput('lines', 'tax_amount_refused')
  if (kind === '330' && about) {
    const credited = await queries.sumCredits(tx, businessId, about.id)
    const left = { net: about.net - credited.net, vat: about.vat - credited.vat }
    if (net > left.net) throw invalidInput('lines', 'tax_credit_too_high')
    const vat = about.vatRate === null ? 0 : creditVat(net, { left, rate: about.vatRate })
    return { net, vatRate: about.vatRate, vat, total: net + vat }
  }
  if (!carriesVat(kind, entity.dealerKind) || charged?.rate === null) return { net, vatRate: null, vat: 0, total: net }
  const vatRate = charged?.rate ?? (isZeroRated ? 0 : vatRateOn(issuedOn))
  if (vatRate === undefined) throw invalidInput('kind', 'tax_kind_refused')
  const vat = vatOf(net, vatRate)
  return { net, vatRate, vat, total: net + vat }
}

/** Receipts say how their amount was paid; other documents carry no payment. */
function requirePayment({ kind, payment }: Wanted, total: number) {
  const isReceipt = kind === '320' || kind === '400'
  if (isReceipt ? payment?.amountAgorot !== total : payment !== undefined)
    throw invalidInput('payment', 'tax_payment_refused')
}

type Parties = { entity: queries.Entity; customer: DocumentCustomer; about: About | undefined }
function contentOf({ lines, payment }: Wanted, { entity, customer, about }: Parties): DocumentContent {
  const { id: _, ...seller } = entity
  return {
    ...{ seller, customer, lines, payment: payment ?? null },
    about: about ? { kind: about.kind, number: about.number, issuedOn: about.issuedOn } : null,
  }
}
