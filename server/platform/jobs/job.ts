import { Logger, parseCronItems, run } from 'graphile-worker'
import { sql } from 'kysely'
import type pg from 'pg'
import type { z } from 'zod'
import type { Db } from '../db/db.ts'

/** As graphile_worker.job_spec has it. */
export type JobSpec = { identifier: string; payload: unknown; max_attempts: number; run_at?: string; job_key?: string }

/**
 * A job is a value: its name, the shape of its payload, how often it is tried, one function. It may run twice (a process
 * killed after the work and before the receipt), so whatever it does, doing it again changes nothing.
 */
export type Job<D, P extends z.ZodType = z.ZodType> = {
  name: string
  payload: P
  /** Tries until it is given up; the pauses between them grow from seconds to hours. */
  maxAttempts: number
  /** Crontab syntax, in UTC: also runs at these times, with the payload `{}`. */
  cron?: string
  /** Also runs, with the payload `{}`, a moment after a worker has started. */
  atStart?: true
  run(deps: D, payload: z.output<P>): Promise<void>
}

export const job = <D, P extends z.ZodType>(wanted: Job<D, P>): Job<D, P> => wanted

type Extras = Pick<JobSpec, 'run_at' | 'job_key'>
export const specOf = <D, P extends z.ZodType>(of: Job<D, P>, payload: z.input<P>, extras: Extras = {}): JobSpec => ({
  identifier: of.name,
  payload,
  max_attempts: of.maxAttempts,
  ...extras,
})

/** Adds all jobs with one statement; as the worker's role, in the given transaction if it is one. */
export async function addJobs(db: Db, specs: JobSpec[]): Promise<void> {
  if (!specs.length) return
  await sql`select count(*) from graphile_worker.add_jobs(array(
    select json_populate_record(null::graphile_worker.job_spec, spec) from json_array_elements(${JSON.stringify(specs)}::json) spec))`.execute(
    db,
  )
}

/** A worker that was killed is no longer at its work by then. */
const START_MS = 3_000

export type Worker = {
  /** Takes no further job and waits for those that run. */
  stop: () => Promise<void>
}
type Options = { concurrency?: number; onError?: (error: unknown) => void }

/** Works off the jobs of all processes, together with their workers. `pool` is not pipelined: the queue holds transactions on it. */
export async function startWorker<D>(pool: pg.Pool, deps: D, jobs: Job<D>[], options: Options = {}): Promise<Worker> {
  const { concurrency = 4, onError = console.error } = options
  const runner = await run({
    pgPool: pool,
    concurrency,
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
      jobs.map((of) => [of.name, async (payload: unknown) => of.run(deps, of.payload.parse(payload))]),
    ),
  })
  for (const { name, atStart, maxAttempts } of jobs) {
    const runAt = new Date(Date.now() + START_MS)
    if (atStart) await runner.addJob(name, {}, { maxAttempts, runAt, jobKey: `at start: ${name}` })
  }
  return { stop: () => runner.stop() }
}
