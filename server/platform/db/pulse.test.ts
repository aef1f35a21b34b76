import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { databaseProxy } from '../../testing/database/database-proxy.ts'
import { testDatabase } from '../../testing/database/test-db.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { breakBorrowed, openDb, openPool } from './connections.ts'
import type { Db } from './db.ts'
import { DatabaseUnavailable } from './outage.ts'
import { openPulse } from './pulse.ts'

const { workerUrl } = await testDatabase()
const proxy = await databaseProxy(workerUrl)
const pool = openPool(proxy.through(workerUrl), () => {}, { connectMs: 2_000 })
const db = openDb(pool)
let silences = 0
let answers = 0
const pulse = await openPulse(proxy.through(workerUrl), {
  ask: async (of: Db) => {
    const { rows } = await sql<object>`select 1`.execute(of)
    answers++
    return rows.length
  },
  onSilent() {
    silences++
    breakBorrowed(pool)
  },
  askMs: 20,
  answerMs: 800,
  silentMs: 1_000,
})
afterAll(async () => {
  await pulse.stop()
  await db.destroy()
  proxy.close()
})
const ask = () => sql<object>`select 1`.execute(db)

test('what waits for a database that became silent fails, no connection of it is used again, and all goes on', async () => {
  await ask()
  expect(pulse.last()).toBe(1)
  proxy.become('silent')
  const waiting = [ask(), ask(), db.transaction().execute((tx) => sql`select 2`.execute(tx))]
  const ended = await Promise.allSettled(waiting)
  expect(ended.map((end) => end.status === 'rejected' && end.reason instanceof DatabaseUnavailable)).toEqual([
    true,
    true,
    true,
  ])
  expect(pulse.last()).toBeUndefined()
  expect(silences).toBeGreaterThan(0)

  proxy.become('open')
  await waitFor(() => pulse.last() === 1)
  // Earlier connections are stuck in the middle of a reply; none of them is back in the pool.
  for (let n = 0; n < 20; n++) expect((await ask()).rows).toHaveLength(1)
})

test('a connection that was terminated is no outage', async () => {
  const said: unknown[] = []
  for (let n = 0; n < 5; n++) {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where usename = current_user and datname = current_database() and pid <> pg_backend_pid()`.execute(db)
    // The next reply may have been under way before.
    const enough = answers + 2
    await waitFor(() => said.push(pulse.last()) && answers >= enough)
  }
  expect(new Set(said)).toEqual(new Set([1]))
})

test('a database that is too busy for the question keeps its last answer', async () => {
  let isBusy = false
  let asked = 0
  const busy = await openPulse(workerUrl, {
    ask: async (of: Db) => {
      asked++
      await (isBusy ? sql`select pg_sleep(5)` : sql`select 1`).execute(of)
      return 1
    },
    onSilent() {},
    askMs: 20,
    answerMs: 150,
  })
  isBusy = true
  const before = asked
  await waitFor(() => asked > before + 3)
  expect(busy.last()).toBe(1)
  await busy.stop()
})
