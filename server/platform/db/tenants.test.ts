import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database/test-db.ts'
import { newId } from '../ids.ts'
import { openDb, openPool, withClient } from './connections.ts'
import type { Db } from './db.ts'
import { openTenants, type Tenants } from './tenants.ts'

const [a, b] = [newId(), newId()]
const [anna, ben] = [newId(), newId()]
let tenants: Tenants
let urls: Awaited<ReturnType<typeof testDatabase>>

const business = (businessId: string, name: string) => ({ business_id: businessId, name })
const namesSeenBy = async (businessId: string) =>
  (await tenants.scope({ businessId }).selectFrom('businesses').select('name').execute()).map(({ name }) => name)
const whoAmI = (scope: Parameters<Tenants['scope']>[0]) =>
  sql<{
    business: string | null
    person: string | null
  }>`select current_business() as business, current_person() as person`
    .execute(tenants.scope(scope))
    .then(({ rows }) => rows[0])

const connection = () =>
  sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tenants.pool).then(({ rows }) => rows[0]?.pid)

beforeAll(async () => {
  urls = await testDatabase()
  tenants = openTenants(urls.appUrl, () => {}, { max: 1 }) // a single connection: every borrower follows on another
  await tenants.scope({ businessId: a }).insertInto('businesses').values(business(a, 'A')).execute()
  await tenants.scope({ businessId: b }).insertInto('businesses').values(business(b, 'B')).execute()
})
afterAll(() => tenants.end())

test('a query that names no business gets its own rows, however many of different businesses are under way', async () => {
  const seen = await Promise.all(Array.from({ length: 200 }, (_, i) => namesSeenBy(i % 2 ? a : b)))
  expect(seen).toEqual(Array.from({ length: 200 }, (_, i) => [i % 2 ? 'A' : 'B']))
})

test('each scope sees its own rows in any order, also where it does not wait for the one before', async () => {
  const scopes = [{ businessId: a }, { businessId: b }, { businessId: a, userId: anna }, { userId: ben }, {}]
  const index = fc.nat({ max: scopes.length - 1 })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(index, fc.boolean()), { maxLength: 30 }), async (borrowers) => {
      const asked = []
      for (const [i, isWaitedFor] of borrowers) {
        const { businessId, userId }: { businessId?: string; userId?: string } = scopes[i] ?? {}
        const answer = whoAmI({ businessId, userId }).then((seen) =>
          expect(seen).toEqual({ business: businessId ?? null, person: userId ?? null }),
        )
        asked.push(answer)
        if (isWaitedFor) await answer
      }
      await Promise.all(asked)
    }),
    { numRuns: 50 },
  )
})

test('business and person are set together, and neither outlives its borrower', async () => {
  expect(await whoAmI({ businessId: a, userId: anna })).toEqual({ business: a, person: anna })
  expect(await whoAmI({ userId: ben })).toEqual({ business: null, person: ben })
  expect(await whoAmI({ businessId: b })).toEqual({ business: b, person: null })
  expect(await whoAmI({})).toEqual({ business: null, person: null })
})

test('an empty scope sees nothing, right after a scope of a person', async () => {
  expect(await namesSeenBy(a)).toEqual(['A'])
  expect(await tenants.pool.selectFrom('businesses').select('name').execute()).toEqual([])
})

test('the owner of the tables sees no rows either', async () => {
  const { rows } = await withClient(urls.ownerUrl, (owner) => owner.query('select name from businesses'))
  expect(rows).toEqual([])
})

test('a row of another business cannot be written', async () => {
  const insert = tenants.scope({ businessId: a }).insertInto('businesses').values(business(newId(), 'C'))
  await expect(insert.execute()).rejects.toThrow(/row-level security/)
})

test('a transaction that fails takes its rows with it and hands on a clean connection', async () => {
  const failing = tenants
    .scope({ businessId: a, userId: anna })
    .transaction()
    .execute(async (tx) => {
      await tx.updateTable('businesses').set({ name: 'changed' }).execute()
      throw new Error('too late')
    })
  await expect(failing).rejects.toThrow('too late')
  expect(await namesSeenBy(a)).toEqual(['A'])
  expect(await whoAmI({ businessId: b })).toEqual({ business: b, person: null })
})

test('what a failed transaction had still to send does not run behind its rollback', async () => {
  const late = newId()
  const rename = (db: Db) => db.updateTable('businesses').set({ name: 'late' }).where('business_id', '=', a).execute()
  const worker = openDb(openPool(urls.ownerUrl, () => {}, { max: 1 }))
  for (const db of [tenants.scope({ businessId: a }), worker]) {
    let others: Promise<PromiseSettledResult<unknown>[]> | undefined
    const failing = db.transaction().execute((tx) => {
      const statements = [
        sql`select 1 / 0`.execute(tx),
        rename(tx),
        sql`insert into attempts values (${late}, 1, now())`.execute(tx),
        sql`insert into attempts values (${newId()}, 1, now())`.execute(tx),
      ]
      others = Promise.allSettled(statements)
      return Promise.all(statements)
    })
    await expect(failing).rejects.toThrow('division by zero')
    expect((await others)?.map(({ status }) => status)).toEqual(Array(4).fill('rejected'))
    expect(await namesSeenBy(a)).toEqual(['A'])
    const { rows } = await sql`select key from attempts`.execute(db)
    expect(rows).toEqual([])
  }
  await worker.destroy()
})

test('where the setting fails, so does the query behind it, instead of answering for the borrower before', async () => {
  expect(await namesSeenBy(a)).toEqual(['A'])
  const before = await connection()
  await expect(namesSeenBy('\0')).rejects.toThrow()
  expect(await namesSeenBy(b)).toEqual(['B'])
  expect(await connection(), 'the connection is not used again').not.toBe(before)
})

test('values that are no ids see nothing and change nothing', async () => {
  await expect(namesSeenBy("' or true --")).rejects.toThrow(/uuid/)
  expect(await namesSeenBy(b)).toEqual(['B'])
})

test('statement and transaction have an end', async () => {
  const { rows } = await sql<{ statement: string; transaction: string; zone: string }>`
    select current_setting('statement_timeout') as statement, current_setting('transaction_timeout') as transaction,
      current_setting('timezone') as zone`.execute(tenants.pool)
  expect(rows[0]).toEqual({ statement: '30s', transaction: '1min', zone: 'UTC' })
})

test('times are ISO text, days text, big numbers numbers', async () => {
  const { rows } =
    await sql`select '2026-01-02 03:04:05.06+02'::timestamptz as at, array['2026-01-02 00:00Z'::timestamptz] as times,
    '2026-01-02'::date as day, 9007199254740991::int8 as number`.execute(tenants.pool)
  expect(rows[0]).toEqual({
    at: '2026-01-02T01:04:05.06Z',
    times: ['2026-01-02T00:00:00Z'],
    day: '2026-01-02',
    number: 9007199254740991,
  })
})
