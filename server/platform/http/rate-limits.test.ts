import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database/test-db.ts'
import { openTenants, type Tenants } from '../db/tenants.ts'
import { forgetHits, hit, limitTo, networkOf, takeBack } from './rate-limits.ts'

let tenants: Tenants
beforeAll(async () => {
  tenants = openTenants((await testDatabase()).appUrl, () => {}, { max: 4 })
})
afterAll(() => tenants.end())

const start = Date.parse('2026-03-01T08:00:00Z')
const at = (seconds: number) => new Date(start + seconds * 1_000)
const fixed = { max: 2, seconds: 60 }
const renewing = { max: 2, seconds: 60, renews: true }

test('a window begins with its first hit and passes as many as its limit', async () => {
  const waits = []
  for (const second of [0, 50, 55, 59, 60]) waits.push(await hit(tenants.pool, 'fixed', fixed, at(second)))
  expect(waits).toEqual([0, 0, 5, 1, 0])
})

test('one that renews counts from the last hit that passed, and not from those refused', async () => {
  const waits = []
  for (const second of [0, 50, 55, 109, 110]) waits.push(await hit(tenants.pool, 'renewing', renewing, at(second)))
  expect(waits).toEqual([0, 0, 55, 1, 0])
})

test('simultaneous hits are all counted', async () => {
  const waits = await Promise.all(Array.from({ length: 20 }, () => hit(tenants.pool, 'burst', fixed, at(0))))
  expect(waits.filter((seconds) => seconds === 0)).toHaveLength(2)
})

test('hits are taken back one by one, or forgotten', async () => {
  const next = () => hit(tenants.pool, 'good', fixed, at(0))
  await next()
  await next()
  await takeBack(tenants.pool, 'good')
  expect([await next(), await next()]).toEqual([0, 60])
  await forgetHits(tenants.pool, 'good')
  expect(await next()).toBe(0)
  await next()
  await expect(limitTo(tenants.pool, 'good', fixed, at(20))).rejects.toMatchObject({
    code: 'too_many_requests',
    details: { retryAfter: 40 },
  })
})

test('the addresses of one IPv6 network count as one place', () => {
  expect(networkOf('203.0.113.9')).toBe('203.0.113.9')
  expect(networkOf('::ffff:203.0.113.9')).toBe('::ffff:203.0.113.9')
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2')
  expect(networkOf('2001:DB8:1:2::6')).toBe('2001:db8:1:2')
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0')
  expect(networkOf('::1')).toBe('0:0:0:0')
})
