import { z } from 'zod'
import { PlanRates } from '#contract/billing/plans.ts'
import { AGOROT_MAX, line } from '#contract/common.ts'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import type { Deps } from '../../deps.ts'
import { emit } from '../../platform/events/emit.ts'
import { AppError } from '../../platform/http/errors.ts'
import { parse } from '../../platform/http/parsing.ts'
import { newId } from '../../platform/ids.ts'
import * as accounts from './accounts.queries.ts'
import { postPayment, resumeIfPaid } from './charging.service.ts'
import * as collections from './collections.queries.ts'
import { findBalance, listInvoices, listOwing } from './ledger.queries.ts'
import { insertVersion, listOffers } from './plans.queries.ts'
import { creditInvoice, runRefunds } from './refunds.service.ts'

/** Whole shekels and agorot, such as 690 or 690.50. */
const money = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,2})?$/, 'invalid_value')
  .transform((text) => Math.round(Number(text) * 100))
  .refine((agorot) => agorot <= AGOROT_MAX, 'invalid_value')
const NewPlan = z.object({
  plan: line(50, 1),
  nameHe: line(50, 1),
  nameEn: line(50, 1),
  price: money,
  rates: z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown
      } catch {
        context.addIssue({ code: 'custom', message: 'invalid_json' })
        return z.NEVER
      }
    })
    .pipe(PlanRates),
})

/** Adds a version of a plan and offers it from now on; businesses keep the version that they have. */
export const offerPlan = ({ workerDb }: Pick<Deps, 'workerDb'>, given: z.input<typeof NewPlan>) =>
  workerDb.transaction().execute((tx) => insertVersion(tx, { id: newId(), ...parse(NewPlan, given) }))

const shekels = (agorot: number) => (agorot / 100).toFixed(2)
/** The offered plans, as lines. */
export const plansOf = async ({ workerDb }: Pick<Deps, 'workerDb'>) =>
  (await listOffers(workerDb)).map(
    ({ plan, version, nameEn, price }) => `${plan} ${version}  ${nameEn}  ${shekels(price)}`,
  )

/** Businesses with their state and what they owe, as lines; those that owe come first. */
export async function accountsOf({ workerDb }: Pick<Deps, 'workerDb'>) {
  const rows = await listOwing(workerDb)
  return rows.map(({ name, state, owed }) => `${name}  ${state}  ${shekels(owed)}`)
}

/** The invoices of a business, as lines; the number is that of other commands. */
export const invoicesOf = async ({ workerDb }: Pick<Deps, 'workerDb'>, businessId: string) =>
  (await listInvoices(workerDb, businessId)).map(
    ({ issuedOn, net, total, state }, i) => `${i + 1}  ${issuedOn}  ${shekels(net)}  ${shekels(total)}  ${state}`,
  )

async function requireInvoice({ workerDb }: Pick<Deps, 'workerDb'>, businessId: string, number: string | undefined) {
  const invoice = (await listInvoices(workerDb, businessId))[Number(number) - 1]
  if (!invoice) throw new AppError('not_found')
  return invoice
}

type Given = { invoice?: string | undefined; amount?: string | undefined; reason?: string | undefined }
/** Notes a transfer that arrived for an invoice; at most what is open of it. */
export async function notePayment(deps: Deps, businessId: string, { invoice, amount = '' }: Given) {
  const { id: invoiceId } = await requireInvoice(deps, businessId, invoice)
  const wanted = parse(z.object({ amount: money }), { amount }).amount
  await deps.workerDb.transaction().execute(async (tx) => {
    await collections.lockCollection(tx, businessId, invoiceId)
    if (await collections.findRunning(tx, businessId, invoiceId)) throw new AppError('payment_running')
    if (wanted < 1 || wanted > (await findBalance(tx, businessId, invoiceId))) throw new AppError('nothing_to_pay')
    const at = deps.now()
    const id = newId()
    const payment: collections.Payment = {
      ...{ id, invoiceId, kind: 'manual', key: `manual:${id}`, method: 'transfer', methodId: null, last4: '' },
      ...{ amount: wanted, state: 'settled', refundOf: null, byCalendar: false },
    }
    await collections.insertPayment(tx, businessId, { ...payment, at })
    await postPayment({}, tx, { kind: 'system', businessId }, { payment, at })
  })
}

/** Credits an amount before VAT of an invoice. */
export async function giveCredit(deps: Deps, businessId: string, { invoice, amount = '', reason = '' }: Given) {
  const { id: invoiceId } = await requireInvoice(deps, businessId, invoice)
  const { amount: net } = parse(z.object({ amount: money }), { amount })
  await creditInvoice(deps, { businessId, invoiceId, net, key: newId(), note: reason })
  await runRefunds(deps)
}

/** Suspends a business even if it has paid, or ends that; what it owes may keep it suspended. */
export const holdAccount = ({ workerDb, now }: Pick<Deps, 'workerDb' | 'now'>, businessId: string, isHeld: boolean) =>
  workerDb.transaction().execute(async (tx) => {
    const account = await accounts.lockAccount(tx, businessId)
    if (!account) throw new AppError('no_plan')
    if (account.isHeld === isHeld) return
    const author = { kind: 'system', businessId } as const
    if (isHeld) {
      await accounts.updateAccount(tx, businessId, { isHeld, state: 'suspended', suspendedAt: now() })
      await emit(tx, author, 'billing.suspended', { campaignId: ALL_CAMPAIGNS })
      return
    }
    await accounts.updateAccount(tx, businessId, { isHeld })
    await resumeIfPaid(tx, author)
  })
