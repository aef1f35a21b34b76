import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import type { Db } from '../../platform/db/db.ts'
import { emit } from '../../platform/events/emit.ts'
import { AppError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import { vatOf } from '../tax-documents/tax.rules.ts'
import { type ChargeDeps, closeIfPaid } from './charging.service.ts'
import * as collections from './collections.queries.ts'
import { issueCredit, issueForPayment } from './documents.service.ts'
import { findBalance, findInvoice, insertPosting, isPosted, sumCredits } from './ledger.queries.ts'

type Credit = { businessId: string; invoiceId: string; net: number; key: string; note: string }
/**
 * Credits an amount before VAT of an invoice, once for each key, with its credit document if a tax invoice was issued. What
 * was paid beyond the rest goes back to the method that paid it.
 */
export const creditInvoice = ({ workerDb, now }: Pick<ChargeDeps, 'workerDb' | 'now'>, wanted: Credit) =>
  workerDb.transaction().execute(async (tx) => {
    const { businessId, invoiceId, net, key, note } = wanted
    await collections.lockCollection(tx, businessId, invoiceId)
    const invoice = await findInvoice(tx, businessId, invoiceId)
    if (!invoice || net < 1) throw new AppError('not_found')
    if (await collections.findRunning(tx, businessId, invoiceId)) throw new AppError('payment_running')
    const credited = await sumCredits(tx, businessId, invoiceId)
    if (await isPosted(tx, businessId, `credit ${key}`)) return
    const left = { net: invoice.net - (credited.total - credited.vat), vat: invoice.vat - credited.vat }
    if (net > left.net) throw new AppError('nothing_to_pay')
    for (const payment of await collections.listSettled(tx, businessId, invoiceId))
      await issueForPayment({ now }, tx, businessId, payment)
    const document = await issueCredit({ now }, tx, businessId, { invoiceId, net, key, note })
    // Before the tax invoice the rest has the VAT of the rest, as the document will have.
    const vat = document ? document.vat : left.vat - vatOf(left.net - net, invoice.vatRate ?? 0)
    const amount = net + vat
    const entries = { receivable: -amount, revenue: net, vat }
    const isNew = await insertPosting(tx, businessId, {
      ...{ kind: 'credit', invoiceId, cause: `credit ${key}`, at: now(), note, entries },
    })
    if (!isNew) return
    await emit(tx, { kind: 'system', businessId }, 'billing.credited', { campaignId: ALL_CAMPAIGNS, invoiceId, amount })
    await planRefunds(tx, { businessId, invoiceId, at: now() })
    await closeIfPaid(tx, { kind: 'system', businessId }, { invoiceId })
  })

type Overpaid = { businessId: string; invoiceId: string; at: Date }
async function planRefunds(tx: Db, { businessId, invoiceId, at }: Overpaid) {
  let left = -(await findBalance(tx, businessId, invoiceId))
  for (const charge of left > 0 ? await collections.listRefundable(tx, businessId, invoiceId) : []) {
    const amount = Math.min(left, charge.left)
    if (amount <= 0) continue
    const id = newId()
    await collections.insertPayment(tx, businessId, {
      ...{ ...charge, id, kind: 'refund', key: `refund:${id}`, amount, state: 'asked', refundOf: charge.id, at },
    })
    left -= amount
  }
}

/** Asks the house for refunds whose result is not known. One that was given back is posted once. */
export async function runRefunds(deps: ChargeDeps) {
  const { workerDb, payments, onError } = deps
  if (!payments) return
  for (const { businessId, id, key, amount, refundOf } of await collections.listRunningRefunds(workerDb)) {
    try {
      const charge = await workerDb
        .transaction()
        .execute((tx) => collections.lockPayment(tx, businessId, refundOf ?? ''))
      if (!charge) continue
      const result = (await payments.find(key)) ?? (await payments.refund({ key, chargeKey: charge.key, amount }))
      if (result.state === 'pending') continue
      await workerDb.transaction().execute((tx) => settleRefund(deps, tx, { businessId, id, result }))
    } catch (error) {
      onError(error)
    }
  }
}

type Answer = { businessId: string; id: string; result: { state: 'settled' } | { state: 'refused'; code: string } }
async function settleRefund({ now }: ChargeDeps, tx: Db, { businessId, id, result }: Answer) {
  const payment = await collections.lockPayment(tx, businessId, id)
  if (!payment || payment.state === 'settled' || payment.state === 'refused') return
  const at = now()
  if (result.state === 'refused')
    return collections.updatePayment(tx, businessId, id, { state: 'refused', refusal: result.code, at })
  await collections.updatePayment(tx, businessId, id, { state: 'settled', at })
  const entries = { receivable: payment.amount, house: -payment.amount }
  await insertPosting(tx, businessId, {
    ...{ kind: 'refund', invoiceId: payment.invoiceId, paymentId: id, cause: `refund ${id}`, at, entries },
  })
}
