import { expect, test } from 'vitest'
import { billingRoutes } from '#contract/billing/billing.ts'
import { CARDS, testBilling } from '../../testing/features/test-billing.ts'
import { testEntity } from '../../testing/features/test-tax-documents.ts'
import { billingFixtures } from '../../testing/routes/billing-fixtures.ts'
import { testApp } from '../../testing/test-app.ts'
import { markForeign } from '../tax-documents/operator.ts'
import { chargeInvoice } from './charging.service.ts'
import { issuePaymentDocuments } from './documents.jobs.ts'
import { listInvoices, sumAccounts } from './ledger.queries.ts'
import * as operator from './operator.ts'
import { creditInvoice, runRefunds } from './refunds.service.ts'

let time = Date.parse('2026-11-16T09:00:00Z')
const it = await testApp({
  now: () => new Date(time),
  env: { ROLE: 'web', DATABASE_URL: 'postgresql://elsewhere.test/leadline', DEMO: '1' },
})
const { deps } = it
await testEntity(deps)
const billing = testBilling(it)

const documentsOf = (businessId: string) =>
  deps.workerDb
    .selectFrom('tax_documents')
    .select(['kind', 'net', 'vat', 'total'])
    .where('business_id', '=', businessId)
    .orderBy('issued_at')
    .orderBy('id')
    .execute()
/** The job, which runs twice. */
async function issueAll(businessId: string) {
  const payments = await deps.workerDb
    .selectFrom('billing_payments')
    .select('id')
    .where('business_id', '=', businessId)
    .execute()
  for (const { id } of [...payments, ...payments]) await issuePaymentDocuments.run(deps, { businessId, paymentId: id })
}

test('a charged card gets an invoice-receipt of the same amount, and a credit its document', async () => {
  const { businessId, member } = await it.newBusiness()
  const owner = await member('Owner')
  await billing.addCard(owner, CARDS.approved)
  await billing.choose(owner, await billing.plan(33_333))
  await issueAll(businessId)
  // Half of 333.33 is 166.665, so 166.67; its VAT is 30.0006, so 30.00.
  expect(await documentsOf(businessId)).toEqual([{ kind: '320', net: 16_667, vat: 3_000, total: 19_667 }])
  const [invoice] = await listInvoices(deps.workerDb, businessId)
  await creditInvoice(deps, { businessId, invoiceId: invoice?.id ?? '', net: 1_000, key: 'a day', note: 'A day' })
  await runRefunds(deps)
  expect((await documentsOf(businessId))[1]).toEqual({ kind: '330', net: 1_000, vat: 180, total: 1_180 })
  const sums = await sumAccounts(deps.workerDb, businessId)
  expect(sums.find(({ account }) => account === 'house')?.sum).toBe(18_487)
  expect(sums.find(({ account }) => account === 'vat')?.sum).toBe(-2_820)
})

test('a standing order gets a pro-forma, then tax invoice and receipt when it settles', async () => {
  const { businessId, member } = await it.newBusiness()
  const owner = await member('Owner')
  const { id, url } = await billing.addOrder(owner)
  await billing.fill(url, { answer: 'approve' })
  await it.send(billingRoutes.finishMethod, owner, { params: { id } })
  await billing.choose(owner, await billing.plan(30_000))
  await issueAll(businessId)
  expect((await documentsOf(businessId)).map(({ kind }) => kind)).toEqual(['300'])
  time += 300_000
  const [invoice] = await listInvoices(deps.workerDb, businessId)
  await chargeInvoice(deps, { businessId, invoiceId: invoice?.id ?? '', byCalendar: true })
  await issueAll(businessId)
  expect((await documentsOf(businessId)).map(({ kind, total }) => [kind, total])).toEqual([
    ['300', 17_700],
    ['305', 17_700],
    ['400', 17_700],
  ])
})

test.each([
  ['charged', '', 'תושב חוץ, סעיף 30(א)(5)', 17_700],
  ['not charged', 'תושב חוץ, סעיף 30(א)(5)', '', 15_000],
] as const)(
  'documents of an invoice say that VAT was %s, whatever the mark of the business became',
  async (_, before, after, total) => {
    const { businessId, member } = await it.newBusiness()
    const owner = await member('Owner')
    const { id, url } = await billing.addOrder(owner)
    await billing.fill(url, { answer: 'approve' })
    await it.send(billingRoutes.finishMethod, owner, { params: { id } })
    await markForeign(deps, businessId, { reason: before })
    await billing.choose(owner, await billing.plan(30_000))
    await markForeign(deps, businessId, { reason: after })
    await issueAll(businessId)
    time += 300_000
    const [invoice] = await listInvoices(deps.workerDb, businessId)
    await chargeInvoice(deps, { businessId, invoiceId: invoice?.id ?? '', byCalendar: true })
    await issueAll(businessId)
    expect((await documentsOf(businessId)).map(({ kind, total }) => [kind, total])).toEqual([
      ['300', total],
      ['305', total],
      ['400', total],
    ])
  },
)

test('the operator offers a plan, notes a transfer in two parts, and holds a business', async () => {
  const { businessId, member } = await it.newBusiness()
  const owner = await member('Owner')
  const { owed } = billingFixtures(deps, businessId)
  await owed(10_000)
  const plan = {
    plan: 'by hand',
    nameHe: 'ידנית',
    nameEn: 'By hand',
    rates: '{"sms":{"included":5,"tiers":[{"upTo":null,"unitPrice":7}]}}',
  }
  await operator.offerPlan(deps, { ...plan, price: '12.5' })
  await operator.offerPlan(deps, { ...plan, price: '13' })
  expect((await operator.plansOf(deps)).filter((line) => line.startsWith('by hand'))).toEqual([
    'by hand 2  By hand  13.00',
  ])
  await operator.notePayment(deps, businessId, { invoice: '1', amount: '100' })
  await expect(operator.notePayment(deps, businessId, { invoice: '1', amount: '18.01' })).rejects.toMatchObject({
    code: 'nothing_to_pay',
  })
  await operator.notePayment(deps, businessId, { invoice: '1', amount: '18' })
  await issueAll(businessId)
  expect((await documentsOf(businessId)).map(({ kind, total }) => [kind, total])).toEqual([
    ['300', 11_800],
    ['305', 11_800],
    ['400', 10_000],
    ['400', 1_800],
  ])
  await operator.holdAccount(deps, businessId, true)
  expect(await deps.stoppedBy(deps.workerDb, businessId)).toBe('payment_overdue')
  await operator.holdAccount(deps, businessId, false)
  await billing.choose(owner, await billing.plan(0))
  expect(await deps.stoppedBy(deps.workerDb, businessId)).toBeUndefined()
})
