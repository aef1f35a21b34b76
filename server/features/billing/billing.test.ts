import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { billingRoutes } from '#contract/billing/billing.ts'
import { numberRoutes } from '#contract/calls/numbers.ts'
import { taxDocumentRoutes } from '#contract/tax-documents/tax-documents.ts'
import { sumSettled } from '../../providers/payments/local-house.queries.ts'
import { SIGNATURE_HEADER, signatureOf } from '../../providers/payments/local-house.ts'
import { CARDS, testBilling } from '../../testing/features/test-billing.ts'
import { testApp } from '../../testing/test-app.ts'
import { deliverDueMessages } from '../messages/delivery.ts'
import { queueMessage } from '../messages/messages.service.ts'
import { chargeInvoice } from './charging.service.ts'
import { listDue } from './collections.queries.ts'
import { listInvoices, sumAccounts } from './ledger.queries.ts'
import { billAccount } from './periods.service.ts'
import { creditInvoice, runRefunds } from './refunds.service.ts'

let time = Date.parse('2026-11-16T09:00:00Z')
/** No worker runs here; the tests run what is due. */
const it = await testApp({
  now: () => new Date(time),
  env: { ROLE: 'web', DATABASE_URL: 'postgresql://elsewhere.test/leadline', DEMO: '1' },
})
const { deps } = it
const billing = testBilling(it)

/** Moves the clock, and signs the person in again, because tokens are short. */
const goTo = async (moment: string, userId: string, businessId: string) => {
  time = Date.parse(moment)
  deps.caches.endAll()
  return { ...(await it.signIn(userId)), 'x-business-id': businessId }
}
async function runDue(businessId: string) {
  await billAccount(deps, businessId)
  const due = await listDue(deps.workerDb, { now: new Date(time), askedBefore: new Date(time) })
  for (const wish of due.filter((one) => one.businessId === businessId))
    await chargeInvoice(deps, { ...wish, byCalendar: true })
  await runRefunds(deps)
}
const newOwner = async () => {
  time = Date.parse('2026-11-16T09:00:00Z')
  const business = await it.newBusiness()
  return { business, owner: await business.member('Owner') }
}
const ledgerOf = async (businessId: string) =>
  Object.fromEntries((await sumAccounts(deps.workerDb, businessId)).map(({ account, sum }) => [account, Number(sum)]))
const keysOf = async (businessId: string) =>
  (
    await deps.workerDb.selectFrom('billing_payments').select('key').where('business_id', '=', businessId).execute()
  ).map(({ key }) => key)

test('a plan needs a payment method, and begins at once', async () => {
  const { owner } = await newOwner()
  expect(await billing.look(owner)).toMatchObject({ state: 'trial', trialUntil: '2026-11-29', plan: null, next: null })
  const planId = await billing.plan(69_000)
  expect((await billing.choose(owner, planId)).body).toMatchObject({ code: 'payment_method_needed' })
  await billing.addCard(owner, CARDS.approved)
  const { body } = await billing.choose(owner, planId)
  expect(body.billing).toMatchObject({ state: 'active', periodFrom: '2026-11-01', owed: [] })
})

test('of 690.00, 15 of 30 days cost 345.00 and VAT; December costs 690.00 and what November used', async () => {
  const { business, owner } = await newOwner()
  const { businessId } = business
  const sms = { sms: { included: 2, tiers: [{ upTo: null, unitPrice: 12 }] } }
  await billing.addCard(owner, CARDS.approved)
  await billing.choose(owner, await billing.plan(69_000, sms))
  expect(await ledgerOf(businessId)).toEqual({ house: 40_710, receivable: 0, revenue: -34_500, vat: -6_210 })
  await textsOn(businessId, '2026-11-20T10:00:00Z', 5)
  const later = await goTo('2026-12-01T05:00:00Z', owner.userId, businessId)
  await runDue(businessId)
  const [, december] = await listInvoices(deps.workerDb, businessId)
  // Three texts beyond two: 36; 690.36 net, VAT 124.26 (124.2648).
  expect(december).toMatchObject({ cause: 'month 2026-12-01', net: 69_036, vat: 12_426, total: 81_462, state: 'open' })
  const usage = await it.send(billingRoutes.usage, later, { query: { month: '2026-11' } })
  const shown = usage.body.usage.meters.find(({ meter }) => meter === 'sms')
  expect(shown).toMatchObject({ amount: 5, included: 2, cost: 36 })
  // Tuesday at 10:00.
  await goTo('2026-12-01T08:00:00Z', owner.userId, businessId)
  await runDue(businessId)
  await runDue(businessId)
  expect((await listInvoices(deps.workerDb, businessId)).map(({ state }) => state)).toEqual(['paid', 'paid'])
  expect(await sumSettled(deps.workerDb, await keysOf(businessId))).toBe(40_710 + 81_462)
})

const textsOn = async (businessId: string, at: string, count: number) => {
  for (let i = 0; i < count; i++)
    await queueMessage(deps.workerDb, {
      channel: 'sms',
      businessId,
      kind: 'notice',
      recipient: '+972541110001',
      body: 'Hi',
    })
  await sql`update messages set state = 'sent', sent_at = ${at} where business_id = ${businessId} and state = 'queued'`.execute(
    deps.workerDb,
  )
}

test('a dearer plan costs its difference at once; a cheaper one begins with the next month', async () => {
  const { business, owner } = await newOwner()
  const { businessId } = business
  await billing.addCard(owner, CARDS.approved)
  const [small, large] = [await billing.plan(30_000), await billing.plan(90_000)]
  await billing.choose(owner, small)
  const preview = await it.send(billingRoutes.previewPlan, owner, { query: { planId: large } })
  // Half of the difference of 600.00.
  expect(preview.body.preview).toEqual({
    ...{
      now: true,
      from: '2026-11-16',
      days: 15,
      daysOfMonth: 30,
      net: 30_000,
      vat: 5_400,
      vatRate: 1_800,
      total: 35_400,
    },
  })
  await Promise.all([billing.choose(owner, large), billing.choose(owner, large)])
  expect((await listInvoices(deps.workerDb, businessId)).map(({ net }) => net)).toEqual([15_000, 30_000])
  const { body } = await billing.choose(owner, small)
  expect(body.billing).toMatchObject({ plan: { _id: large }, nextPlan: { _id: small } })
  const later = await goTo('2026-12-01T09:00:00Z', owner.userId, businessId)
  await runDue(businessId)
  expect(await billing.look(later)).toMatchObject({ plan: { _id: small }, nextPlan: null, periodFrom: '2026-12-01' })
  await it.send(billingRoutes.cancel, later, { body: { isOn: true } })
  const last = await goTo('2027-01-01T09:00:00Z', owner.userId, businessId)
  await runDue(businessId)
  expect(await billing.look(last)).toMatchObject({ state: 'canceled', plan: null, next: null })
})

test('a plan chosen after the month ended is charged beside that month, not in its place', async () => {
  const { business, owner } = await newOwner()
  const { businessId } = business
  await billing.addCard(owner, CARDS.approved)
  const [small, large] = [await billing.plan(30_000), await billing.plan(90_000)]
  await billing.choose(owner, small)
  const later = await goTo('2026-11-30T22:03:00Z', owner.userId, businessId)
  await billing.choose(later, large)
  const invoices = await listInvoices(deps.workerDb, businessId)
  // Half of November, December of the plan that was held, and the whole of its difference to the new one.
  expect(invoices.map(({ net }) => net).sort()).toEqual([15_000, 30_000, 60_000])
  expect(await billing.look(later)).toMatchObject({ plan: { _id: large }, periodFrom: '2026-12-01' })
})

test('a refused card is tried on days 0, 3, 7 and 14, then the business is suspended; paid, it resumes at once', async () => {
  const { business, owner } = await newOwner()
  const { businessId } = business
  await billing.addCard(owner, CARDS.noFunds)
  const { body } = await billing.choose(owner, await billing.plan(30_000))
  expect(body.billing).toMatchObject({
    state: 'past_due',
    owed: [{ amount: 17_700, refusal: 'insufficient_funds', nextTryAt: '2026-11-19T08:00:00Z', suspendsOn: null }],
  })
  // Thursday 19, Monday 23 and Monday 30 November.
  for (const moment of ['2026-11-19T08:00:00Z', '2026-11-23T08:00:00Z', '2026-11-30T08:00:00Z']) {
    await goTo(moment, owner.userId, businessId)
    await runDue(businessId)
  }
  expect(await keysOf(businessId)).toHaveLength(4)
  let now = await goTo('2026-11-30T20:00:00Z', owner.userId, businessId)
  await runDue(businessId)
  expect(await billing.look(now)).toMatchObject({ state: 'past_due', owed: [{ suspendsOn: '2026-12-01' }] })
  now = await goTo('2026-12-01T00:30:00Z', owner.userId, businessId)
  await runDue(businessId)
  expect((await billing.look(now)).state).toBe('suspended')
  const order = { phone: '+972722220000', campaignId: business.campaignId, label: '' }
  expect((await it.send(numberRoutes.order, now, { body: order })).body).toMatchObject({ code: 'payment_overdue' })
  await queueMessage(deps.workerDb, {
    channel: 'sms',
    businessId,
    kind: 'notice',
    recipient: '+972541110002',
    body: 'Hi',
  })
  await sql`update messages set due_at = ${new Date(time - 1_000).toISOString()} where business_id = ${businessId}`.execute(
    deps.workerDb,
  )
  while (await deliverDueMessages(deps));
  const texts = await sql<{ refusal: string }>`select refusal from messages
    where business_id = ${businessId} and channel = 'sms'`.execute(deps.workerDb)
  expect(texts.rows).toEqual([{ refusal: 'payment_overdue' }])
  const card = await billing.addCard(now, CARDS.approved)
  await it.send(billingRoutes.preferMethod, now, { params: { id: card } })
  const paid = await it.send(billingRoutes.pay, now, {})
  expect(paid.body.billing).toMatchObject({ state: 'active' })
  expect(paid.body.billing.owed.filter(({ issuedOn }) => issuedOn === '2026-11-16')).toEqual([])
  const mails = await sql<{ subject: string }>`select subject from messages where business_id = ${businessId}
    and channel = 'mail' and dedupe_key like 'billing %' order by id`.execute(deps.workerDb)
  expect(mails.rows.map(({ subject }) => subject.split(':')[0])).toHaveLength(5)
})

test('an answer that is lost is asked for: the card is charged once', async () => {
  const { business, owner } = await newOwner()
  const { businessId } = business
  await billing.addCard(owner, CARDS.timeout)
  const { body } = await billing.choose(owner, await billing.plan(30_000))
  expect(body.billing.owed).toMatchObject([{ amount: 17_700, isRunning: true, refusal: null }])
  time += 120_000
  await Promise.all([runDue(businessId), runDue(businessId)])
  expect(await ledgerOf(businessId)).toMatchObject({ house: 17_700, receivable: 0 })
  expect(await sumSettled(deps.workerDb, await keysOf(businessId))).toBe(17_700)
})

test('callbacks count by the signature on their bytes alone, and twice as once', async () => {
  const { business, owner } = await newOwner()
  const { businessId } = business
  await billing.addCard(owner, CARDS.timeout)
  await billing.choose(owner, await billing.plan(30_000))
  const [key] = await keysOf(businessId)
  const text = JSON.stringify({ key })
  const call = (signature: string) =>
    it.app.inject({
      ...{ method: 'POST', url: '/hooks/payments/local', payload: text },
      headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: signature },
    })
  expect((await call('0'.repeat(64))).statusCode).toBe(403)
  expect((await call(signatureOf(it.env.secretKey, `${text} `))).statusCode).toBe(403)
  expect(await ledgerOf(businessId)).toMatchObject({ receivable: 17_700 })
  const signature = signatureOf(it.env.secretKey, text)
  const replies = await Promise.all([call(signature), call(signature)])
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(await ledgerOf(businessId)).toMatchObject({ house: 17_700, receivable: 0 })
})

test('a standing order waits for the bank, and its payment settles later', async () => {
  const { business, owner } = await newOwner()
  const { businessId } = business
  const { id, url } = await billing.addOrder(owner)
  expect((await billing.look(owner)).methods).toMatchObject([
    { state: 'waiting', bank: '10', branch: '832', last4: '0128' },
  ])
  await billing.fill(url, { answer: 'approve' })
  await it.send(billingRoutes.finishMethod, owner, { params: { id } })
  const { body } = await billing.choose(owner, await billing.plan(30_000))
  expect(body.billing.owed).toMatchObject([{ isRunning: true }])
  expect((await it.send(billingRoutes.removeMethod, owner, { params: { id } })).body).toMatchObject({
    code: 'payment_running',
  })
  time += 60_000
  await runDue(businessId)
  expect(await ledgerOf(businessId)).toMatchObject({ receivable: 17_700 })
  time += 120_000
  await runDue(businessId)
  expect(await ledgerOf(businessId)).toMatchObject({ house: 17_700, receivable: 0 })
  expect((await it.send(billingRoutes.removeMethod, owner, { params: { id } })).body).toMatchObject({
    code: 'last_payment_method',
  })
})

test('a credit gives back what was paid, once', async () => {
  const { business, owner } = await newOwner()
  const { businessId } = business
  await billing.addCard(owner, CARDS.approved)
  await billing.choose(owner, await billing.plan(30_000))
  const [paid] = await listInvoices(deps.workerDb, businessId)
  const credit = { businessId, invoiceId: paid?.id ?? '', net: 5_000, key: 'one', note: 'Half a week' }
  await creditInvoice(deps, credit)
  await creditInvoice(deps, credit)
  await runRefunds(deps)
  await runRefunds(deps)
  expect(await ledgerOf(businessId)).toEqual({ house: 11_800, receivable: 0, revenue: -10_000, vat: -1_800 })
  expect(await sumSettled(deps.workerDb, await keysOf(businessId))).toBe(11_800)
  await expect(creditInvoice(deps, { ...credit, net: 10_001, key: 'two' })).rejects.toMatchObject({
    code: 'nothing_to_pay',
  })
})

test('at a cap what costs money stops until it is raised', async () => {
  const { business, owner } = await newOwner()
  const { businessId } = business
  await textsOn(businessId, new Date(time).toISOString(), 8)
  const caps = (sms: number) => it.send(billingRoutes.changeCaps, owner, { body: { caps: { sms } } })
  expect((await caps(10)).body.billing).toMatchObject({ caps: { sms: 10 }, cappedIn: null })
  expect(await deps.stoppedBy(deps.workerDb, businessId)).toBeUndefined()
  expect((await caps(8)).body.billing).toMatchObject({ cappedIn: '2026-11-01' })
  expect(await deps.stoppedBy(deps.workerDb, businessId)).toBe('usage_cap_reached')
  await caps(9)
  expect(await deps.stoppedBy(deps.workerDb, businessId)).toBeUndefined()
})

test('a card number in any text of the routes of billing is refused, and nothing is saved', async () => {
  const { owner } = await newOwner()
  const customer = { name: '', number: '', address: '', email: null, accountantEmail: null }
  const bank = { kind: 'bank', bank: '54', branch: '1', account: '123456' } as const
  for (const typed of [CARDS.noFunds, '4580 0000 0000 0018', 'card 4580-0000-0000-0018']) {
    const inAddress = `${typed.replaceAll(' ', '-')}@example.test`
    for (const field of ['name', 'number', 'address', 'email', 'accountantEmail'])
      expect(
        (
          await it.send(taxDocumentRoutes.changeCustomer, owner, {
            body: { ...customer, [field]: field.toLowerCase().includes('email') ? inAddress : typed },
          })
        ).body,
        field,
      ).toMatchObject({ code: 'card_number_refused' })
    for (const field of ['kind', 'bank', 'branch', 'account']) {
      const { status, body } = await it.send(billingRoutes.addMethod, owner, { body: { ...bank, [field]: typed } })
      expect({ status, ...body }, field).toMatchObject({ status: 422, code: 'card_number_refused' })
    }
    const planId = typed as never
    expect((await it.send(billingRoutes.choosePlan, owner, { body: { planId } })).body).toMatchObject({
      code: 'card_number_refused',
    })
  }
  const caps = { sms: Number(CARDS.noFunds) }
  expect((await it.send(billingRoutes.changeCaps, owner, { body: { caps } })).body).toMatchObject({
    code: 'card_number_refused',
  })
  expect((await it.send(taxDocumentRoutes.customer, owner, {})).body.customer).toMatchObject(customer)
  expect((await billing.look(owner)).methods).toEqual([])
})

test('the ledger only grows, and each posting balances', async () => {
  const { business, owner } = await newOwner()
  const { businessId } = business
  await billing.addCard(owner, CARDS.approved)
  await billing.choose(owner, await billing.plan(30_000))
  const attempt = (statement: string) => sql.raw(statement).execute(deps.workerDb)
  await expect(attempt(`update billing_entries set amount = 1 where business_id = '${businessId}'`)).rejects.toThrow()
  await expect(attempt(`delete from billing_postings where business_id = '${businessId}'`)).rejects.toThrow()
  await expect(
    attempt(`insert into billing_entries select business_id, posting_id, 'bank', 1 from billing_entries
      where business_id = '${businessId}' limit 1`),
  ).rejects.toThrow(/does not balance/)
})

test('without BILLING nothing of it is there', async () => {
  const off = await testApp({ env: { BILLING: 'off' } })
  const business = await off.newBusiness()
  const owner = await business.member('Owner')
  const routes = [...Object.values(billingRoutes), ...Object.values(taxDocumentRoutes)]
  const answers = await Promise.all(
    routes.map(({ method, path }) =>
      off.app.inject({
        ...{ method, url: `/api${path.replace(':id', business.businessId)}` },
        ...{ headers: { host: 'localhost', ...owner }, ...(method !== 'GET' && { payload: {} }) },
      }),
    ),
  )
  const found = routes.filter((_, i) => answers[i]?.statusCode !== 404)
  expect(found.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  expect(answers.map(({ body }) => JSON.parse(body).code)).toEqual(routes.map(() => 'not_found'))
  expect(await off.deps.stoppedBy(off.deps.workerDb, business.businessId)).toBeUndefined()
})
