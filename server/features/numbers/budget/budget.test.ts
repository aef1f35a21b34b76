import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { numberRoutes } from '#contract/calls/numbers.ts'
import { telephonyBudgetRoutes } from '#contract/calls/telephony-budget.ts'
import { testApp } from '../../../testing/test-app.ts'
import { testLeads } from '../../../testing/test-leads.ts'
import { testNumber } from '../../../testing/test-numbers.ts'
import { raiseAccountAlarms } from '../../alarms/account-alarms.service.ts'

let now = Date.parse('2026-11-24T22:00:00Z')
const it = await testApp({ now: () => new Date(now) })
const leads = testLeads(it)

/** Twilio's two hosts, by method and path; what is not there is answered as Twilio answers it. */
let answers: Record<string, object> = {}
let asked: string[] = []
const accountSid = `AC${'8'.repeat(32)}`
const server = createServer((request, response) => {
  const path = (request.url ?? '').replace(`/2010-04-01/Accounts/${accountSid}`, '')
  asked.push(path)
  const body = answers[path]
  response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body ?? { code: 20404, message: 'not found', status: 404 }))
})
beforeAll(() => new Promise<void>((done) => void server.listen(0, '127.0.0.1', done)))
afterAll(() => new Promise((done) => server.close(done)))
beforeEach(() => {
  asked = []
  answers = { '/IncomingPhoneNumbers.json?PageSize=1': { incoming_phone_numbers: [] } }
  now = Date.parse('2026-11-24T22:00:00Z')
  const real = globalThis.fetch
  const here = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  vi.stubGlobal('fetch', (url: string | URL, init?: RequestInit) =>
    real(String(url).replace(/^https:\/\/(api|pricing)\.twilio\.com/, here()), init),
  )
})
afterEach(() => void vi.unstubAllGlobals())

const balance = (amount: string) => {
  answers['/Balance.json'] = { account_sid: accountSid, balance: amount, currency: 'USD' }
}
const spent = (price: string) => {
  const record = { category: 'totalprice', price, price_unit: 'usd', usage: price }
  answers['/Usage/Records/ThisMonth.json?Category=totalprice'] = { usage_records: [record] }
}

async function world() {
  const business = await it.newBusiness()
  const { businessId } = business
  const owner = await business.member('Owner')
  const admin = await business.member('Admin')
  const body = { accountSid, authToken: 'the token of the account' }
  const { _id: connectionId } = (await it.send(numberRoutes.connect, owner, { body })).body.connection
  const budget = async () => (await it.send(telephonyBudgetRoutes.get, owner, {})).body.budget
  const set = (changes: object) => it.send(telephonyBudgetRoutes.change, owner, { body: changes })
  /** Reads the account as every hour; returns all alarms that were said to the Owner, oldest first. */
  const hour = async (userId = owner.userId) => {
    now += 3_600_000
    await raiseAccountAlarms(it.deps, { businessId, connectionId })
    it.deps.wakeRelay()
    await leads.relayed()
    const rows = await it.deps.workerDb
      .selectFrom('notifications')
      .select(['action', 'content'])
      .where('business_id', '=', businessId)
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute()
    return rows.map(({ action, content }) => {
      const { personName, count } = content as { personName: string; count: number }
      return `${action} ${count}: ${personName.replaceAll(/[\u2066-\u2069]/g, '')}`
    })
  }
  return { ...business, owner, admin, connectionId, budget, set, hour }
}

test('an account shows what it has cost this month and what credit is left', async () => {
  const { budget, set, admin } = await world()
  balance('48.20')
  spent('31.4500')
  expect(await budget()).toEqual({
    ...{ cap: null, creditFloor: 10, currency: 'USD', spent: 31.45, balance: 48.2 },
    readAt: new Date(now).toISOString(),
  })
  expect((await set({ cap: 100, creditFloor: 25.5 })).body.budget).toMatchObject({ cap: 100, creditFloor: 25.5 })
  expect((await set({ cap: null })).body.budget).toMatchObject({ cap: null, creditFloor: 25.5 })
  expect((await set({ cap: 0 })).status).toBe(422)
  expect((await set({ cap: -5 })).status).toBe(422)
  expect((await it.send(telephonyBudgetRoutes.get, admin, {})).status).toBe(403)
})

test('what an account does not say is not known, and without one there is nothing', async () => {
  const { budget } = await world()
  expect(await budget()).toMatchObject({ currency: null, spent: null, balance: null, readAt: expect.any(String) })
  const other = await it.newBusiness()
  const owner = await other.member('Owner')
  expect((await it.send(telephonyBudgetRoutes.get, owner, {})).body.budget).toBeNull()
  expect((await it.send(telephonyBudgetRoutes.change, owner, { body: { cap: 5 } })).body).toMatchObject({
    code: 'connection_not_found',
  })
  expect((await it.send(telephonyBudgetRoutes.prices, owner, {})).body.prices).toBeNull()
})

test('Owners are warned once at 80 and once at 100 percent of the cap, and again in the next month', async () => {
  const { set, hour, admin } = await world()
  balance('500')
  spent('79.99')
  await set({ cap: 100 })
  expect(await hour()).toEqual([])
  spent('80')
  const first = 'telephony_cap 80: $80.00 / $100.00'
  expect(await hour()).toEqual([first])
  spent('99.99')
  expect(await hour()).toEqual([first])
  spent('100.01')
  const second = 'telephony_cap 100: $100.01 / $100.00'
  expect(await hour()).toEqual([first, second])
  expect(await hour()).toEqual([first, second])
  expect(await hour(admin.userId)).toEqual([])
  now = Date.parse('2026-12-01T03:00:00Z')
  spent('1')
  expect(await hour()).toHaveLength(2)
  spent('130')
  // Both are reached at once: the higher is said.
  expect((await hour()).slice(2)).toEqual(['telephony_cap 100: $130.00 / $100.00'])
})

test('Owners are warned once when the credit runs out, and again after it was topped up', async () => {
  const { hour } = await world()
  spent('0')
  balance('10')
  expect(await hour()).toEqual([])
  balance('9.5')
  const low = 'telephony_credit 0: $9.50'
  expect(await hour()).toEqual([low])
  balance('-1')
  expect(await hour()).toEqual([low])
  // Once the provider says nothing, the alarm neither ends nor begins again.
  delete answers['/Balance.json']
  expect(await hour()).toEqual([low])
  balance('50')
  expect(await hour()).toEqual([low])
  balance('3')
  expect(await hour()).toEqual([low, 'telephony_credit 0: $3.00'])
})

test('prices of numbers and of minutes are those of the account', async () => {
  const business = await world()
  const prices = [
    { number_type: 'local', base_price: '4.25', current_price: '3.75' },
    { number_type: 'toll free', base_price: '25.00', current_price: '25.00' },
    { number_type: 'unheard of', base_price: '1.00', current_price: '1.00' },
  ]
  answers['/v1/PhoneNumbers/Countries/IL'] = { phone_number_prices: prices, price_unit: 'USD' }
  expect((await it.send(telephonyBudgetRoutes.prices, business.owner, {})).body.prices).toEqual({
    currency: 'USD',
    monthly: { local: 3.75, tollFree: 25 },
  })
  const number = await testNumber(it, business)
  await business.db
    .updateTable('virtual_numbers')
    .set({ connection_id: business.connectionId })
    .where('id', '=', number.numberId)
    .execute()
  const voice = (phone: string) => `/v2/Voice/Numbers/${encodeURIComponent(phone)}`
  answers[voice(number.phone)] = { inbound_call_price: { base_price: '0.0100', current_price: '0.0090' } }
  answers[voice('+972501111111')] = {
    outbound_call_prices: [{ current_price: '0.0500' }, { current_price: '0.1200' }],
    inbound_call_price: null,
  }
  const price = async () =>
    (await it.send(telephonyBudgetRoutes.price, business.owner, { params: { id: number.numberId } })).body.price
  expect(await price()).toEqual({ currency: 'USD', monthly: 3.75, minuteIn: 0.009, minuteOut: 0.12 })
  answers = {}
  expect(await price()).toBeNull()
})
