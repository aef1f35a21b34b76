import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testDatabase } from '../testing/database/test-db.ts'
import { ConcurrencyLimit, type Leave } from './concurrency-limit.ts'
import { openTenants } from './db/tenants.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** The holders in their order of entry, and a function to release each. */
async function queue(limit: ConcurrencyLimit, many: number) {
  const inside: { i: number; leave: Leave }[] = []
  for (let i = 1; i <= many; i++) void limit.enter().then((leave) => inside.push({ i, leave }))
  const settle = async () => {
    await new Promise((resolve) => setImmediate(resolve))
    return inside.map(({ i }) => i)
  }
  return { settle, leave: (who: number) => inside.find(({ i }) => i === who)?.leave() }
}

test('as many as the limit enter at once, and the others in order as these leave', async () => {
  const { settle, leave } = await queue(new ConcurrencyLimit(2), 5)
  expect(await settle()).toEqual([1, 2])
  leave(2)
  leave(2)
  expect(await settle()).toEqual([1, 2, 3])
  leave(1)
  leave(3)
  expect(await settle()).toEqual([1, 2, 3, 4, 5])
})

test('a holder that stays beyond its patience no longer counts, and its place is given away once', async () => {
  const { settle, leave } = await queue(new ConcurrencyLimit(1), 4)
  expect(await settle()).toEqual([1])
  vi.advanceTimersByTime(5)
  expect(await settle()).toEqual([1, 2])
  leave(1)
  expect(await settle()).toEqual([1, 2])
  leave(2)
  expect(await settle()).toEqual([1, 2, 3])
})

test('who borrows a second connection within a transaction gets it, and a failed statement gives its place back', async () => {
  vi.useRealTimers()
  const tenants = openTenants((await testDatabase()).appUrl, () => {}, { max: 2, atOnce: 1 })
  const ping = () => sql<{ one: number }>`select 1 as one`.execute(tenants.scope({})).then(({ rows }) => rows[0]?.one)
  const within = tenants
    .scope({})
    .transaction()
    .execute(async (tx) => {
      await sql`select 1`.execute(tx)
      return ping()
    })
  expect(await within).toBe(1)
  const asked = Array.from({ length: 20 }, (_, i) => (i % 2 ? ping() : sql`select 1 / 0`.execute(tenants.pool)))
  const answers = await Promise.allSettled(asked)
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  expect(await ping()).toBe(1)
  await tenants.end()
})
