import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { testDatabase } from '../../testing/database/test-db.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { openDb, openPool } from '../db/connections.ts'
import { addJobs, job, specOf, startWorker } from './job.ts'

const NAME = 'worker under test'
const { workerUrl } = await testDatabase()
const named = Object.assign(new URL(workerUrl), { search: `?application_name=${encodeURIComponent(NAME)}` }).href
const db = openDb(openPool(workerUrl, () => {}))
const pool = openPool(named, () => {}, { max: 4, pipeline: false, statementMs: 0, transactionMs: 0 })
const done = new Set<number>()
const count = job({
  name: 'count',
  payload: z.object({ n: z.number() }),
  maxAttempts: 5,
  run: async (_: object, { n }) => void done.add(n),
})
const errors: unknown[] = []
const worker = await startWorker(pool, {}, [count], { onError: (error) => void errors.push(error) })
afterAll(async () => {
  await worker.stop()
  await Promise.all([db.destroy(), pool.end()])
})
beforeEach(() => {
  errors.length = 0
  done.clear()
})
const left = async () => (await sql<object>`select from graphile_worker.jobs`.execute(db)).rows.length
const terminate = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${NAME}`.execute(db)

// An unhandled rejection fails the test run, and would end a process.
test('a worker whose connections are terminated 200 times under work goes on and does every job', async () => {
  for (let n = 0; n < 200; n++) {
    await addJobs(db, [specOf(count, { n })])
    await terminate()
  }
  await expect.poll(() => done.size, { timeout: 60_000 }).toBe(200)
  await expect.poll(left, { timeout: 60_000 }).toBe(0)
}, 130_000)

test('a worker that ends by itself is started again', async () => {
  await sql`select pg_notify('worker:migrate', '{"breaking": true, "migrationNumber": 1}')`.execute(db)
  await waitFor(() => errors.some((error) => /started again/.test(String(error))), 20_000)
  await addJobs(db, [specOf(count, { n: 1 })])
  await waitFor(() => done.has(1), 20_000)
}, 45_000)
