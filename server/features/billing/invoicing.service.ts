import type { InvoiceLine } from '#contract/billing/billing.ts'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import { dayOf } from '#contract/values/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { type Author, emit } from '../../platform/events/emit.ts'
import { newId } from '../../platform/ids.ts'
import { vatOf, vatRateOn } from '../tax-documents/tax.rules.ts'
import { firstTryDay, nextTry, sumOf } from './billing.rules.ts'
import { insertCollection } from './collections.queries.ts'
import { findDealerKind, findZeroRateReason } from './documents.queries.ts'
import { issueProForma } from './documents.service.ts'
import { insertInvoice, insertPosting } from './ledger.queries.ts'
import { findDefault } from './methods.queries.ts'

/** VAT of a business's invoices on a day, in hundredths of a percent; null: the operator charges none. */
async function rateOn(db: Db, businessId: string, day: string) {
  if ((await findDealerKind(db)) === 'exempt') return { vatRate: null, zeroRateReason: '' }
  const zeroRateReason = await findZeroRateReason(db, businessId)
  return { vatRate: zeroRateReason ? 0 : (vatRateOn(day) ?? null), zeroRateReason }
}

/** Net, VAT and total of an amount on a day, as its invoice will have them. By the worker's role. */
export async function amountsOn(workerDb: Db, businessId: string, { net, day }: { net: number; day: string }) {
  const { vatRate, zeroRateReason } = await rateOn(workerDb, businessId, day)
  const vat = vatRate === null ? 0 : vatOf(net, vatRate)
  return { net, vatRate, vat, total: net + vat, zeroRateReason }
}

type Wanted = {
  /** What the invoice is for: a cause is invoiced once. */
  cause: string
  lines: InvoiceLine[]
  period: { from: string; to: string }
  now: Date
  /** Tried at once, because a person waits; else at 10:00 on the next working day. */
  isTriedNow: boolean
}
/**
 * Invoices a business and posts it to the ledger, in the caller's transaction. Nothing is invoiced for 0, and nothing twice.
 * Returns the id of a new invoice.
 */
export async function invoice(tx: Db, author: Author, { cause, lines, period, now, isTriedNow }: Wanted) {
  const { businessId } = author
  const net = sumOf(lines)
  if (net === 0) return undefined
  const issuedOn = dayOf(now)
  const amounts = await amountsOn(tx, businessId, { net, day: issuedOn })
  const { vat, total } = amounts
  const id = newId()
  const row = { id, cause, issuedOn, periodFrom: period.from, periodTo: period.to, lines, ...amounts, at: now }
  if (!(await insertInvoice(tx, businessId, row))) return undefined
  const entries = { receivable: total, revenue: -net, vat: -vat }
  await insertPosting(tx, businessId, { kind: 'invoice', invoiceId: id, cause: `invoice ${id}`, at: now, entries })
  const firstTryOn = isTriedNow ? issuedOn : firstTryDay(now)
  const dueAt = isTriedNow ? now : (nextTry(firstTryOn, 0, now) ?? now)
  await insertCollection(tx, businessId, { invoiceId: id, firstTryOn, dueAt })
  // A card gets invoice and receipt when it is paid.
  if ((await findDefault(tx, businessId))?.kind !== 'card') await issueProForma({ now: () => now }, tx, businessId, id)
  await emit(tx, author, 'billing.invoiced', { campaignId: ALL_CAMPAIGNS, invoiceId: id, amount: total })
  return id
}
