import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testDatabase } from '../../testing/database/test-db.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { openDb, openPool } from '../db/connections.ts'
import { addJobs, job, specOf, startWorker } from './job.ts'

const { workerUrl } = await testDatabase()

/** Deps of these jobs, which record their runs. */
type Deps = { ran: string[] }
const greet = job({
  name: 'greet',
  payload: z.object({ name: z.string() }),
  maxAttempts: 3,
  async run({ ran }: Deps, { name }) {
    ran.push(name)
    if (name === 'slow') await sleep(300)
    if (name === 'failing' && ran.filter((one) => one === name).length === 1) throw new Error('once')
    ran.push(`${name} done`)
  },
})
const sweep = job({
  name: 'sweep',
  payload: z.object({}),
  maxAttempts: 1,
  cron: '5 3 * * *',
  atStart: true,
  async run({ ran }: Deps) {
    ran.push('sweep')
  },
})

test('jobs run, a failing one again, a wrong payload never; stopping waits for those that run', async () => {
  const db = openDb(openPool(workerUrl, () => {}))
  const pool = openPool(workerUrl, () => {}, { max: 3, pipeline: false, statementMs: 0, transactionMs: 0 })
  const ran: string[] = []
  const errors: unknown[] = []
  const worker = await startWorker(pool, { ran }, [greet, sweep], { onError: (error) => void errors.push(error) })

  await addJobs(db, [])
  await addJobs(db, [
    specOf(greet, { name: 'Dana' }),
    specOf(greet, { name: 'failing' }),
    specOf(greet, { nome: 'x' } as never),
  ])
  await waitFor(() => ran.includes('Dana done'))
  await waitFor(() => ran.includes('failing done'))
  expect(ran.filter((one) => one === 'failing')).toHaveLength(2)
  expect(errors.length).toBeGreaterThanOrEqual(2)

  // Of those with the same key one is waiting.
  const later = { job_key: 'one', run_at: '2100-01-01T00:00:00Z' }
  await addJobs(db, [specOf(greet, { name: 'a' }, later)])
  await addJobs(db, [specOf(greet, { name: 'b' }, later)])
  const { rows } = await sql`select from graphile_worker.jobs where key = 'one'`.execute(db)
  expect(rows).toHaveLength(1)

  await addJobs(db, [specOf(greet, { name: 'slow' })])
  await waitFor(() => ran.includes('slow'))
  await worker.stop()
  expect(ran).toContain('slow done')
  await Promise.all([db.destroy(), pool.end()])
})

test('the next run of a periodic job ends those that failed, which no longer count as given up', async () => {
  const db = openDb(openPool(workerUrl, () => {}))
  const pool = openPool(workerUrl, () => {}, { max: 3, pipeline: false, statementMs: 0, transactionMs: 0 })
  const other = { job_key: 'given up' }
  await addJobs(db, [specOf(sweep, {}), specOf(greet, { name: 'x' }, other)])
  await sql`update graphile_worker._private_jobs set attempts = max_attempts`.execute(db)
  const ran: string[] = []
  const worker = await startWorker(pool, { ran }, [sweep])
  await waitFor(() => ran.includes('sweep'))
  await worker.stop()
  const failed = sql<{ name: string }>`select task_identifier as name from graphile_worker.jobs
    where attempts >= max_attempts and task_identifier = 'sweep'`
  expect((await failed.execute(db)).rows).toEqual([])
  const { rows } = await sql`select from graphile_worker.jobs where key = 'given up'`.execute(db)
  expect(rows, 'other jobs stay given up').toHaveLength(1)
  await Promise.all([db.destroy(), pool.end()])
})
