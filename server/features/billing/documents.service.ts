import type { InvoiceLine } from '#contract/billing/billing.ts'
import { dayOf } from '#contract/values/clock.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { translate } from '../../platform/texts.ts'
import { findDocumentCustomer } from '../tax-documents/customers.service.ts'
import type { DocumentInput } from '../tax-documents/document-input.ts'
import { hasEntity } from '../tax-documents/entities.service.ts'
import { issueDocument } from '../tax-documents/issuing.service.ts'
import { lockCollection, type Payment } from './collections.queries.ts'
import { findDealerKind, findDocument } from './documents.queries.ts'
import { findInvoice, type Invoice, sumCredits } from './ledger.queries.ts'

/** Language of the documents of billing. */
const LANGUAGE = 'he'
const say = (key: string, values: Record<string, string> = {}) => translate(LANGUAGE, 'billing-mail', key, values)

const descriptionOf = ({ kind, nameHe }: InvoiceLine) =>
  nameHe ? say(`lines.${kind}`, { name: nameHe }) : say('lines.usage', { meter: say(`meters.${kind}`) })

async function contentOf(db: Db, businessId: string, invoice: Invoice) {
  const credited = await sumCredits(db, businessId, invoice.id)
  const discount = credited.total - credited.vat
  return {
    businessId,
    customer: await findDocumentCustomer(db, businessId, LANGUAGE),
    lines: [
      ...invoice.lines.map((line) => ({ description: descriptionOf(line), quantity: 1, unitPriceAgorot: line.amount })),
      ...(discount ? [{ description: say('lines.credit'), quantity: 1, unitPriceAgorot: -discount }] : []),
    ],
    period: { from: invoice.periodFrom, to: invoice.periodTo },
    vat: { rate: invoice.vatRate, zeroRateReason: invoice.zeroRateReason },
    idempotencyKey: `invoice ${invoice.id}`,
  }
}

/** `isSilent`: documents are not mailed. */
type Issuing = Pick<Deps, 'now'> & { isSilent?: boolean }
/** The pro-forma invoice of what is paid by standing order or transfer. */
export async function issueProForma({ now }: Issuing, tx: Db, businessId: string, invoiceId: string) {
  const invoice = (await hasEntity(tx)) && (await findInvoice(tx, businessId, invoiceId))
  if (!invoice || (await findDocument(tx, businessId, `invoice ${invoiceId}`, ['300', '305', '320']))) return
  await issueDocument(tx, now(), { ...(await contentOf(tx, businessId, invoice)), kind: '300' })
}

/**
 * The documents of a settled payment: of a card one for invoice and receipt, else the tax invoice and then the receipt. An
 * exempt dealer gives receipts alone. Issued once for each payment.
 */
export async function issueForPayment({ now, isSilent }: Issuing, tx: Db, businessId: string, payment: Payment) {
  const invoice = (await hasEntity(tx)) && (await findInvoice(tx, businessId, payment.invoiceId))
  if (!invoice) return
  // Another process may issue for this invoice at the same time.
  await lockCollection(tx, businessId, invoice.id)
  const content = { ...(await contentOf(tx, businessId, invoice)), ...(isSilent && { isSilent }) }
  const proForma = await findDocument(tx, businessId, content.idempotencyKey, ['300'])
  const issued = await findDocument(tx, businessId, content.idempotencyKey, ['305', '320'])
  const paid = {
    method: methodOf(payment.method),
    amountAgorot: payment.amount,
    paidOn: dayOf(now()),
    reference: payment.last4,
  }
  const isExempt = (await findDealerKind(tx)) === 'exempt'
  const followed = proForma && { follows: proForma.id }
  if (payment.method === 'card' && !isExempt) {
    if (!issued) await issueDocument(tx, now(), { ...content, ...followed, kind: '320', payment: paid })
    return
  }
  const invoiced = isExempt
    ? undefined
    : (issued ?? (await issueDocument(tx, now(), { ...content, ...followed, kind: '305' })))
  const receipt: DocumentInput = {
    ...{ businessId, kind: '400', customer: content.customer, payment: paid },
    lines: [{ description: say('lines.receipt'), quantity: 1, unitPriceAgorot: payment.amount }],
    ...(invoiced ? { follows: invoiced.id } : followed),
    idempotencyKey: `payment ${payment.id}`,
  }
  if (!(await findDocument(tx, businessId, receipt.idempotencyKey, ['400']))) await issueDocument(tx, now(), receipt)
}

const methodOf = (method: Payment['method']) =>
  method === 'card' ? ('card' as const) : method === 'bank' ? ('standing_order' as const) : ('bank_transfer' as const)

type Credit = { invoiceId: string; net: number; key: string; note: string }
/** The credit of an issued tax invoice, whose VAT the ledger takes over; undefined: none was issued yet. */
export async function issueCredit({ now }: Issuing, tx: Db, businessId: string, credit: Credit) {
  const original = await findDocument(tx, businessId, `invoice ${credit.invoiceId}`, ['305', '320'])
  if (!original) return undefined
  return issueDocument(tx, now(), {
    ...{ businessId, kind: '330', creditOf: original.id, idempotencyKey: `credit ${credit.key}` },
    lines: [{ description: credit.note || say('lines.credit'), quantity: 1, unitPriceAgorot: credit.net }],
  })
}
