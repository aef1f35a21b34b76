import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, parseCronItems, run, type Task, type WorkerEvents } from 'graphile-worker'
import { sql } from 'kysely'
import type pg from 'pg'
import type { z } from 'zod'
import type { Db } from '../db/db.ts'
import { makePatient } from './patient-pool.ts'

/** The shape of graphile_worker.job_spec. */
export type JobSpec = {
  identifier: string
  payload: unknown
  max_attempts: number
  run_at?: string
  job_key?: string
  queue_name?: string
}

/**
 * A job: name, shape of the payload, number of tries, function. It may run twice (a process killed after the work and
 * before its completion is stored), so it must be idempotent.
 */
export type Job<D, P extends z.ZodType = z.ZodType> = {
  name: string
  payload: P
  /** The pauses between tries grow from seconds to hours. */
  maxAttempts: number
  /** Crontab syntax, in UTC: also runs at these times, with the payload `{}`. */
  cron?: string
  /** Also runs, with the payload `{}`, a moment after a worker has started. */
  atStart?: true
  run(deps: D, payload: z.output<P>): Promise<void>
}

export const job = <D, P extends z.ZodType>(wanted: Job<D, P>): Job<D, P> => wanted

/** `queue_name`: jobs of one queue run one after another. */
type Extras = Pick<JobSpec, 'run_at' | 'job_key' | 'queue_name'>
export const specOf = <D, P extends z.ZodType>(of: Job<D, P>, payload: z.input<P>, extras: Extras = {}): JobSpec => ({
  identifier: of.name,
  payload,
  max_attempts: of.maxAttempts,
  ...extras,
})

/** Adds jobs in one statement, by the worker's role, within `db`'s transaction if any. */
export async function addJobs(db: Db, specs: JobSpec[]): Promise<void> {
  if (!specs.length) return
  await sql`select count(*) from graphile_worker.add_jobs(array(
    select json_populate_record(null::graphile_worker.job_spec, spec) from json_array_elements(${JSON.stringify(specs)}::json) spec))`.execute(
    db,
  )
}

/** Delay after which a killed worker surely has stopped. */
const START_MS = 3_000
/** Pauses before restarts of a worker that ended on its own. */
const RESTART_MS = [200, 1_000, 5_000, 15_000] as const
/** Time to wait for running jobs. */
const STOP_MS = 8_000

/**
 * Completes earlier failed runs of a job that runs periodically, for instance runs during an outage: the current run
 * has done their work.
 */
const END_FAILED_RUNS = `select graphile_worker.complete_jobs(array(
  select j.id from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  where t.identifier = $1 and j.attempts >= j.max_attempts and j.locked_at is null))`

export type Worker = {
  /** Takes no further jobs and waits for running ones. */
  stop: () => Promise<void>
}
type Options = { concurrency?: number; onError?: (error: unknown) => void }

/**
 * Runs jobs, together with the workers of other processes, and survives lost connections. `pool` is not pipelined, because
 * the queue holds transactions on it.
 */
export async function startWorker<D>(pool: pg.Pool, deps: D, jobs: Job<D>[], options: Options = {}): Promise<Worker> {
  const { onError = console.error } = options
  const stopping = new AbortController()
  const queue = makePatient(pool)
  const begin = () => startRunner(queue, deps, jobs, options)
  let current = await begin()
  for (const { name, atStart, maxAttempts } of jobs) {
    const runAt = new Date(Date.now() + START_MS)
    if (atStart) await current.runner.addJob(name, {}, { maxAttempts, runAt, jobKey: `at start: ${name}` })
  }

  const restart = async (poolId: string | undefined) => {
    for (let tries = 0; !stopping.signal.aborted; tries++) {
      const pause = RESTART_MS[Math.min(tries, RESTART_MS.length - 1)] as number
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      try {
        // The queue itself would release its locks only after four hours.
        if (poolId) await queue.query('select graphile_worker.force_unlock_workers($1::text[])', [[poolId]])
        current = await begin()
        return
      } catch (error) {
        onError(error)
      }
    }
  }
  const supervised = (async () => {
    while (!stopping.signal.aborted) {
      await current.runner.promise.catch(onError)
      if (stopping.signal.aborted) return
      onError(new Error('The worker of jobs ended and is started again'))
      await restart(current.poolId())
    }
  })()
  return {
    async stop() {
      stopping.abort()
      const ended = current.runner.stop().catch(() => supervised) // it may have ended already
      await Promise.race([ended, sleep(STOP_MS, undefined, { ref: false })])
    },
  }
}

async function startRunner<D>(pgPool: pg.Pool, deps: D, jobs: Job<D>[], options: Options) {
  const { concurrency = 4, onError = console.error } = options
  let poolId: string | undefined
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:create', ({ workerPool }) => {
    poolId = workerPool.id
  })
  const runner = await run({
    pgPool,
    concurrency,
    events,
    noHandleSignals: true,
    logger: new Logger(() => (level, message) => {
      if (level === 'error') onError(new Error(message))
    }),
    parsedCronItems: parseCronItems(
      jobs.flatMap(({ name, cron, maxAttempts }) =>
        cron ? [{ task: name, match: cron, options: { maxAttempts } }] : [],
      ),
    ),
    taskList: Object.fromEntries(
      jobs.map((of): [string, Task] => [
        of.name,
        async (payload, { query }) => {
          await of.run(deps, of.payload.parse(payload))
          if (of.cron || of.atStart) await query(END_FAILED_RUNS, [of.name])
        },
      ]),
    ),
  })
  return { runner, poolId: () => poolId }
}
