import fc from 'fast-check'
import { expect, test } from 'vitest'
import { billingRoutes } from '#contract/billing/billing.ts'
import { sumSettled } from '../../providers/payments/local-house.queries.ts'
import type { PaymentHouse } from '../../providers/payments/payments.ts'
import { CARDS, testBilling } from '../../testing/features/test-billing.ts'
import { testApp } from '../../testing/test-app.ts'
import { type ChargeDeps, chargeInvoice, settlePayment } from './charging.service.ts'
import { listDue } from './collections.queries.ts'
import { listInvoices, sumAccounts } from './ledger.queries.ts'
import { billAccount } from './periods.service.ts'
import { creditInvoice, runRefunds } from './refunds.service.ts'

const START = Date.parse('2026-11-16T09:00:00Z')
const HOUR = 3_600_000
let time = START
const it = await testApp({
  now: () => new Date(time),
  env: { ROLE: 'web', DATABASE_URL: 'postgresql://elsewhere.test/leadline', DEMO: '1' },
})
const { deps } = it
const billing = testBilling(it)
const plans = [
  await billing.plan(0),
  await billing.plan(10_001),
  await billing.plan(33_333),
  await billing.plan(99_999),
]

const acts = fc.oneof(
  fc.record({ act: fc.constant('choose' as const), plan: fc.nat(plans.length - 1) }),
  fc.record({ act: fc.constant('card' as const), card: fc.constantFrom(...Object.values(CARDS)) }),
  fc.record({ act: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 500 }) }),
  fc.record({ act: fc.constant('run' as const), workers: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ act: fc.constant('kill' as const), at: fc.constantFrom('before' as const, 'after' as const) }),
  fc.record({ act: fc.constant('callbacks' as const), times: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ act: fc.constant('credit' as const), part: fc.integer({ min: 1, max: 100 }), key: fc.nat(2) }),
  fc.record({ act: fc.constant('pay' as const) }),
  fc.record({ act: fc.constant('end' as const), isOn: fc.boolean() }),
)
type Act = typeof acts extends fc.Arbitrary<infer T> ? T : never

/** A process that is killed before its request leaves, or after the house has it. */
const killed = (house: PaymentHouse, at: 'before' | 'after'): PaymentHouse => ({
  ...house,
  async charge(input) {
    if (at === 'after') await house.charge(input)
    throw new Error('killed')
  },
})

async function run(businessId: string, house: PaymentHouse) {
  const given: ChargeDeps = { ...deps, payments: house, onError: () => {} }
  await billAccount(deps, businessId)
  const due = await listDue(deps.workerDb, { now: new Date(time), askedBefore: new Date(time) })
  const own = due.filter((one) => one.businessId === businessId)
  await Promise.all(own.map((wish) => chargeInvoice(given, { ...wish, byCalendar: true })))
  await runRefunds(given)
}

const paymentsOf = (businessId: string) =>
  deps.workerDb.selectFrom('billing_payments').selectAll().where('business_id', '=', businessId).execute()

async function callBack(businessId: string, house: PaymentHouse, times: number) {
  for (const { id, key, kind } of await paymentsOf(businessId)) {
    const result = kind === 'charge' ? await house.find(key) : undefined
    if (result) await Promise.all(Array.from({ length: times }, () => settlePayment(deps, businessId, id, result)))
  }
}

type World = { businessId: string; userId: string }
async function perform({ businessId, userId }: World, act: Act) {
  const house = deps.payments as PaymentHouse
  if (act.act === 'wait') time += act.hours * HOUR
  if (act.act === 'run') await Promise.all(Array.from({ length: act.workers }, () => run(businessId, house)))
  if (act.act === 'kill') await run(businessId, killed(house, act.at))
  if (act.act === 'callbacks') await callBack(businessId, house, act.times)
  if (act.act === 'credit') {
    const invoice = (await listInvoices(deps.workerDb, businessId)).at(-1)
    const net = invoice && Math.ceil((invoice.net * act.part) / 100)
    const credit = net && { businessId, invoiceId: invoice.id, net, key: `${invoice.id} ${act.key}`, note: '' }
    if (credit) await creditInvoice(deps, credit).catch((error) => expect(error).toHaveProperty('code'))
  }
  deps.caches.endAll()
  const owner = { ...(await it.signIn(userId)), 'x-business-id': businessId }
  if (act.act === 'choose') await billing.choose(owner, plans[act.plan] ?? '')
  if (act.act === 'pay') await it.send(billingRoutes.pay, owner, {})
  if (act.act === 'end') await it.send(billingRoutes.cancel, owner, { body: { isOn: act.isOn } })
  if (act.act === 'card') {
    const id = await billing.addCard(owner, act.card)
    await it.send(billingRoutes.preferMethod, owner, { params: { id } })
  }
}

/** After any acts the books balance, the house's are ours, and no invoice is paid twice. */
async function checkLaws(businessId: string) {
  const house = deps.payments as PaymentHouse
  await callBack(businessId, house, 1)
  await runRefunds({ ...deps, onError: () => {} })
  const payments = await paymentsOf(businessId)
  const sums = Object.fromEntries((await sumAccounts(deps.workerDb, businessId)).map((row) => [row.account, row.sum]))
  expect(Object.values(sums).reduce((sum, one) => sum + one, 0)).toBe(0)
  const keys = payments.map(({ key }) => key)
  expect(await sumSettled(deps.workerDb, keys)).toBe(sums.house ?? 0)
  for (const invoice of await listInvoices(deps.workerDb, businessId)) {
    const settled = payments.filter((one) => one.invoice_id === invoice.id && one.state === 'settled')
    const net = settled.reduce((sum, one) => sum + (one.kind === 'refund' ? -one.amount : one.amount), 0)
    expect(net).toBeLessThanOrEqual(invoice.total)
    expect(settled.filter(({ kind }) => kind === 'charge').length).toBeLessThanOrEqual(1)
    if (invoice.state === 'open') expect(net).toBeLessThan(invoice.total)
  }
}

test('after any acts the ledger balances, the house’s ledger is ours, and nothing is charged twice', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(acts, { minLength: 6, maxLength: 24 }), async (sequence) => {
      time = START
      const business = await it.newBusiness()
      const { userId } = await business.member('Owner')
      const world = { businessId: business.businessId, userId }
      await perform(world, { act: 'card', card: CARDS.approved })
      for (const act of sequence) {
        await perform(world, act)
        await checkLaws(world.businessId)
      }
    }),
    { numRuns: Number(process.env.LEDGER_RUNS ?? 12), endOnFailure: true },
  )
}, 120_000)
