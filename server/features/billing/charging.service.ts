import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import { dayOf, plusDays } from '#contract/values/clock.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { type Author, emit } from '../../platform/events/emit.ts'
import { newId } from '../../platform/ids.ts'
import { addJobs, specOf } from '../../platform/jobs/job.ts'
import { unseal } from '../../platform/sealed.ts'
import type { PaymentResult } from '../../providers/payments/payments.ts'
import * as accounts from './accounts.queries.ts'
import { nextTry } from './billing.rules.ts'
import { ownerMails } from './billing-mails.service.ts'
import * as collections from './collections.queries.ts'
import { issuePaymentDocuments } from './documents.jobs.ts'
import { findBalance, insertPosting } from './ledger.queries.ts'
import * as methods from './methods.queries.ts'

export const tokenPlace = (businessId: string, methodId: string) => ({
  purpose: 'payment token',
  place: `${businessId} ${methodId}`,
})

/** `withoutDocuments`: the caller issues them itself. */
export type ChargeDeps = { withoutDocuments?: true } & Pick<
  Deps,
  'workerDb' | 'payments' | 'env' | 'mail' | 'now' | 'onError' | 'wakeRelay'
>
type Wish = { businessId: string; invoiceId: string; byCalendar: boolean }
export type ChargeOutcome = 'paid' | 'running' | 'refused' | 'nothing'

/**
 * Charges what is open of an invoice, at most once. An attempt whose result is not known is asked for at the payment house
 * under its key; only a refused one is followed by another.
 */
export async function chargeInvoice(deps: ChargeDeps, wish: Wish): Promise<ChargeOutcome> {
  const { payments } = deps
  if (!payments) return 'nothing'
  const begun = await deps.workerDb.transaction().execute((tx) => beginAttempt(deps, tx, wish))
  if (begun === 'nothing' || begun === 'refused') return begun
  const { payment, isNew } = begun
  try {
    const known = isNew ? undefined : await payments.find(payment.key)
    const result = known ?? (await payments.charge(await chargeOf(deps, wish.businessId, payment)))
    return await settlePayment(deps, wish.businessId, payment.id, result)
  } catch (error) {
    // The house may have charged: the attempt stays, and a job asks for it under its key.
    deps.onError(error)
    return 'running'
  }
}

type Begun = { payment: collections.Payment; isNew: boolean }
async function beginAttempt(deps: ChargeDeps, tx: Db, wish: Wish): Promise<Begun | 'nothing' | 'refused'> {
  const { businessId, invoiceId, byCalendar } = wish
  const collection = await collections.lockCollection(tx, businessId, invoiceId)
  const running = await collections.findRunning(tx, businessId, invoiceId)
  if (running) return { payment: running, isNew: false }
  const now = deps.now()
  if (collection?.state !== 'open') return 'nothing'
  if (byCalendar && !(collection.dueAt && Date.parse(collection.dueAt) <= now.getTime())) return 'nothing'
  const amount = await findBalance(tx, businessId, invoiceId)
  if (amount <= 0) return 'nothing'
  const method = await methods.findDefault(tx, businessId)
  if (!method) {
    if (byCalendar) await noteRefusal(deps, tx, { businessId, invoiceId, amount, refusal: 'no_method', byCalendar })
    return 'refused'
  }
  const attempt = 1 + (await collections.countCharges(tx, businessId, invoiceId))
  const payment: collections.Payment = {
    ...{ id: newId(), invoiceId, kind: 'charge', key: `${invoiceId}:${attempt}`, method: method.kind },
    ...{ methodId: method.id, last4: method.last4, amount, state: 'asked', refundOf: null, byCalendar },
  }
  await collections.insertPayment(tx, businessId, { ...payment, at: now })
  return { payment, isNew: true }
}

/** The method's token as it was, even if the method was removed meanwhile: the key names the attempt. */
async function chargeOf({ workerDb, env }: ChargeDeps, businessId: string, payment: collections.Payment) {
  const row = await workerDb
    .selectFrom('billing_methods')
    .select('token')
    .where('business_id', '=', businessId)
    .where('id', '=', payment.methodId ?? '')
    .executeTakeFirst()
  const place = tokenPlace(businessId, payment.methodId ?? '')
  const token = row?.token ? unseal(env.secretKey, place, row.token) : ''
  return { key: payment.key, token, amount: payment.amount }
}

/** Applies what the house says of an attempt, once: a second or a late word of it changes nothing. */
export async function settlePayment(deps: ChargeDeps, businessId: string, paymentId: string, result: PaymentResult) {
  const outcome = await deps.workerDb.transaction().execute(async (tx): Promise<ChargeOutcome> => {
    const payment = await collections.lockPayment(tx, businessId, paymentId)
    if (!payment) return 'nothing'
    if (payment.state === 'settled') return 'paid'
    if (payment.state === 'refused') return 'refused'
    const at = deps.now()
    if (result.state === 'pending') {
      await collections.updatePayment(tx, businessId, paymentId, { state: 'pending', at })
      return 'running'
    }
    if (result.state === 'refused') {
      await collections.updatePayment(tx, businessId, paymentId, { state: 'refused', refusal: result.code, at })
      await noteRefusal(deps, tx, { ...payment, businessId, refusal: result.code })
      return 'refused'
    }
    await collections.updatePayment(tx, businessId, paymentId, { state: 'settled', at })
    await postPayment(deps, tx, { kind: 'system', businessId }, { payment, at })
    return 'paid'
  })
  deps.wakeRelay()
  return outcome
}

type Paid = { payment: collections.Payment; at: Date; note?: string }
/** Posts a payment, closes the invoice when nothing is open of it, and resumes the business. */
export async function postPayment(
  { withoutDocuments }: Pick<ChargeDeps, 'withoutDocuments'>,
  tx: Db,
  author: Author,
  { payment, at, note }: Paid,
) {
  const { businessId } = author
  const { id, invoiceId, amount, method } = payment
  const into = method === 'transfer' ? 'bank' : 'house'
  const entries = { [into]: amount, receivable: -amount }
  await insertPosting(tx, businessId, {
    ...{ kind: 'payment', invoiceId, paymentId: id, cause: `payment ${id}`, at, entries },
    ...(note && { note }),
  })
  if (!withoutDocuments) await addJobs(tx, [specOf(issuePaymentDocuments, { businessId, paymentId: id })])
  await emit(tx, author, 'billing.paid', { campaignId: ALL_CAMPAIGNS, invoiceId, amount, method })
  await closeIfPaid(tx, author, { invoiceId })
}

/** Closes an invoice that is not open any more, and resumes a business that owes nothing that is overdue. */
export async function closeIfPaid(tx: Db, author: Author, { invoiceId }: { invoiceId: string }) {
  const { businessId } = author
  await collections.lockCollection(tx, businessId, invoiceId)
  if ((await findBalance(tx, businessId, invoiceId)) > 0) return
  await collections.updateCollection(tx, businessId, invoiceId, { state: 'paid', dueAt: null, refusal: null })
  await resumeIfPaid(tx, author)
}

export async function resumeIfPaid(tx: Db, author: Author) {
  const { businessId } = author
  const account = await accounts.lockAccount(tx, businessId)
  if (!account || account.isHeld || !['past_due', 'suspended'].includes(account.state) || !account.versionId) return
  const open = await collections.listOpen(tx, businessId)
  if (open.some(({ refusal, balance }) => refusal !== null && balance > 0)) return
  await accounts.updateAccount(tx, businessId, { state: 'active', suspendsOn: null, suspendedAt: null })
  if (account.state === 'suspended') await emit(tx, author, 'billing.resumed', { campaignId: ALL_CAMPAIGNS })
}

type Refused = { businessId: string; invoiceId: string; amount: number; refusal: string; byCalendar: boolean }
/** Plans the next try, or the suspension after the last one. A try that a person asked for does not count. */
async function noteRefusal(deps: ChargeDeps, tx: Db, { businessId, invoiceId, amount, refusal, byCalendar }: Refused) {
  const collection = await collections.lockCollection(tx, businessId, invoiceId)
  const account = await accounts.lockAccount(tx, businessId)
  if (!collection || !account) return
  const now = deps.now()
  const tries = collection.tries + (byCalendar ? 1 : 0)
  const next = byCalendar
    ? nextTry(collection.firstTryOn ?? dayOf(now), tries, now)
    : collection.dueAt
      ? new Date(collection.dueAt)
      : undefined
  await collections.updateCollection(tx, businessId, invoiceId, { tries, refusal, dueAt: next ?? null })
  const isLast = !next && !account.suspendsOn
  const state = account.state === 'active' ? 'past_due' : account.state
  await accounts.updateAccount(tx, businessId, {
    state,
    ...(isLast && { suspendsOn: plusDays(dayOf(now), 1) }),
  })
  const author = { kind: 'system', businessId } as const
  await emit(tx, author, 'billing.refused', { campaignId: ALL_CAMPAIGNS, invoiceId, amount, refusal })
  await ownerMails(tx, deps, {
    ...{ businessId, template: next ? 'refused' : 'lastRefused', key: `refused ${invoiceId} ${tries} ${refusal}` },
    values: { amount, date: next ?? now },
  })
}
