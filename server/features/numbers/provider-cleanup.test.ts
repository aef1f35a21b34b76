import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { businessRoutes } from '#contract/businesses.ts'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import type { ExchangeAccount } from '../../providers/exchange/account.ts'
import { PASSWORD } from '../../testing/accounts/test-accounts.ts'
import { startVendor } from '../../testing/fake-vendor.ts'
import { aPhone, testApp } from '../../testing/test-app.ts'
import { testExchange, testNumber } from '../../testing/test-numbers.ts'
import { eraseBusiness, SETTLE_MS } from '../businesses/erasing.service.ts'
import { erasures } from '../index.ts'
import { CLEANUP_TRIES, runProviderCleanup } from './provider-cleanup.jobs.ts'

const MINUTE_MS = 60_000
let time = Date.parse('2026-11-21T10:00:00Z')
let exchange: ExchangeAccount | undefined
const errors: unknown[] = []
// This installation has no worker; each test runs the job.
const env = { ROLE: 'web', DATABASE_URL: 'postgresql://elsewhere.test/leadline' }
const it = await testApp({ now: () => new Date(time), env, errors, exchange: () => exchange })
const vendor = startVendor(testExchange)
beforeAll(async () => void (await vendor.listen()))
afterAll(() => vendor.close())
beforeEach(() => {
  vendor.reset()
  errors.length = 0
  exchange = { ...testExchange, baseUrl: vendor.url() }
})

const kept = async () => {
  const { rows } = await sql<{ kind: string }>`select kind from provider_cleanup_tasks order by kind`.execute(
    it.deps.workerDb,
  )
  return rows.map(({ kind }) => kind)
}
const cleanUp = () => runProviderCleanup.run(it.deps, {})

/**
 * Creates and erases a business with a number, a recording and an open order that exist at the vendor, and with a
 * recording that the vendor has already deleted.
 */
async function erased({ isAdopted = false } = {}) {
  const business = await it.newBusiness()
  const { businessId, db } = business
  const owner = await business.member('Owner')
  const number = await testNumber(it, business)
  const other = await testNumber(it, business, { state: 'quarantined' })
  const [sid, orderSid, gone] = ['REa1', 'PNb2', 'REc3']
  const call = { business_id: businessId, id: newId(), connection_id: number.connectionId, provider_sid: 'CA1' }
  const started_at = new Date(time).toISOString()
  await db
    .insertInto('calls')
    .values({ ...call, called: number.phone, started_at })
    .execute()
  const recording = { business_id: businessId, call_id: call.id, kind: 'dial', state: 'stored' }
  await db
    .insertInto('recordings')
    .values([
      { ...recording, id: newId(), provider_sid: sid },
      { ...recording, id: newId(), provider_sid: gone, released_at: started_at },
    ])
    .execute()
  const ordered = '+97235559999'
  await db
    .insertInto('number_orders')
    .values({
      ...{ business_id: businessId, id: newId(), connection_id: number.connectionId, phone: ordered, routing: '{}' },
      ...{ campaign_id: business.campaignId, state: 'ordering' },
    })
    .execute()
  const { provider_sid: numberSid } = await db
    .selectFrom('virtual_numbers')
    .select('provider_sid')
    .where('id', '=', number.numberId)
    .executeTakeFirstOrThrow()
  for (const [own, phone] of [
    [numberSid, number.phone],
    [orderSid, ordered],
    [sid, ''],
    [gone, ''],
    ['PNe5', other.phone],
  ] as const)
    vendor.state().owned.set(own, { sid: own, PhoneNumber: phone })
  if (isAdopted) {
    await adoptBefore(db, 'virtual_numbers', { sid: numberSid, phone: number.phone })
    await adoptBefore(db, 'number_orders', { sid: orderSid, phone: ordered })
  }
  const { name } = (await it.send(businessRoutes.get, owner, {})).body.business
  await it.send(businessRoutes.close, owner, { body: { name, password: PASSWORD } })
  time += 30 * 86_400_000
  expect(await eraseBusiness(it.deps, businessId, { erasures })).toBe('settling')
  time += SETTLE_MS
  expect(await eraseBusiness(it.deps, businessId, { erasures })).toBe('over')
  const left = () => [...vendor.state().owned.keys()].filter((own) => [numberSid, orderSid, sid].includes(own))
  return { left, numberSid, orderSid, phone: number.phone }
}

const [before, ours] = ['https://pbx.example/voice', 'https://leads.example/hooks/voice/c/inbound']
/** Makes the number, or the order, of a phone one that the account had before, with our address set at the vendor. */
async function adoptBefore(db: Db, table: 'virtual_numbers' | 'number_orders', { sid, phone }: Record<string, string>) {
  const settings = (VoiceUrl: string) => ({ voice: { VoiceUrl }, messages: {} })
  const adopted = JSON.stringify({ sid, stood: settings(before), set: settings(ours) })
  await db
    .updateTable(table)
    .set({ adopted })
    .where('phone', '=', phone ?? '')
    .execute()
  vendor.state().owned.set(sid ?? '', { sid: sid ?? '', PhoneNumber: phone ?? '', VoiceUrl: ours })
}

test('adopted numbers of an erased business are given back, and stay in the account', async () => {
  const { left, numberSid, orderSid } = await erased({ isAdopted: true })
  await cleanUp()
  expect(await kept()).toEqual([])
  expect(left()).toEqual([numberSid, orderSid])
  for (const sid of left()) expect(vendor.state().owned.get(sid)).toMatchObject({ VoiceUrl: before })
})

test('numbers and recordings of an erased business go at its provider, once it answers', async () => {
  const { left } = await erased()
  expect(left()).toHaveLength(3)
  expect(await kept()).toEqual(['number', 'order', 'recording'])
  vendor.state().isDown = true
  await cleanUp()
  vendor.state().isDown = false
  await cleanUp()
  expect(left(), 'not before a minute is over').toHaveLength(3)
  time += MINUTE_MS
  await Promise.all([cleanUp(), cleanUp()])
  expect(left()).toEqual([])
  expect(await kept()).toEqual([])
  // A number that was released earlier is not released again.
  expect(vendor.state().owned.has('PNe5')).toBe(true)
  expect(vendor.state().owned.has('REc3')).toBe(true)
})

test('a number that belongs to another business by now stays', async () => {
  const { left, numberSid, phone } = await erased()
  const next = await it.newBusiness()
  const { numberId } = await testNumber(it, next)
  await next.db.updateTable('virtual_numbers').set({ phone }).where('id', '=', numberId).execute()
  await cleanUp()
  expect(left()).toEqual([numberSid])
  expect(await kept()).toEqual([])
})

test('a provider that never answers is given up in the end, and said so', async () => {
  await erased()
  vendor.state().isDown = true
  for (let day = 0; day < CLEANUP_TRIES; day++) {
    expect(await kept()).toHaveLength(3)
    await cleanUp()
    time += 86_400_000
  }
  expect(await kept()).toEqual([])
  expect(errors).toHaveLength(3)
  expect(String(errors[0])).toContain(`${testExchange.accountSid} still has the`)
})

test('a call that is on while its business is erased ends with an announcement, and no error is logged', async () => {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const number = await testNumber(it, business)
  const { sid, xml } = await number.dial(aPhone())
  expect(xml).toContain('<Dial')
  const { id } = await number.row(sid)
  const { name } = (await it.send(businessRoutes.get, owner, {})).body.business
  await it.send(businessRoutes.close, owner, { body: { name, password: PASSWORD } })
  time += 30 * 24 * 60 * MINUTE_MS
  await eraseBusiness(it.deps, business.businessId, { erasures })
  time += SETTLE_MS
  // The hook puts the connection into the cache before its business is erased.
  await number.hook('/status', { CallSid: sid, CallStatus: 'in-progress', SequenceNumber: '1' })
  expect(await eraseBusiness(it.deps, business.businessId, { erasures })).toBe('over')

  const over = { CallSid: sid, CallStatus: 'in-progress', DialCallStatus: 'completed', DialBridged: 'true' }
  const ended = { CallSid: sid, CallStatus: 'completed', CallDuration: '20' }
  const replies = async () => [await number.hook(`/${id}/dial/1`, over), await number.hook('/status', ended)]
  const cached = await replies()
  it.deps.caches.endAll()
  for (const { status, xml } of [...cached, ...(await replies())]) {
    expect(status).toBe(200)
    expect(xml).toMatch(/<Say [^>]*>[^<]+<\/Say><Hangup\/>/)
  }
  const forged = await it.app.inject({ method: 'POST', url: `/hooks/voice/${number.connectionId}/inbound` })
  expect(forged.statusCode).toBe(404)
  expect(errors).toEqual([])
})
