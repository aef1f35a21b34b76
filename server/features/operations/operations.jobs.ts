import { z } from 'zod'
import { id } from '#contract/common.ts'
import type { Deps } from '../../deps.ts'
import { addJobs, job, specOf } from '../../platform/jobs/job.ts'
import { listIdle } from './operation-work.queries.ts'
import { workOnOperation } from './operation-work.service.ts'

/** A run ends after this time and enqueues the next, so that a process can stop quickly. */
const RUN_MS = 4_000
/** An operation without a heartbeat for this time belongs to a dead process. */
const IDLE_MS = 2_000

/** Processes one operation. Idempotent, also if it runs twice at once. */
export const runOperation = job({
  name: 'runOperation',
  payload: z.object({ businessId: id, operationId: id }),
  maxAttempts: 10,
  async run(deps: Deps, which) {
    const isMore = await workOnOperation(deps, which, Date.now() + RUN_MS)
    if (isMore) await addJobs(deps.workerDb, [specOf(runOperation, which)])
  },
})

/** Resumes operations whose process was killed. Otherwise the queue would keep the job locked for hours. */
export const resumeOperations = job({
  name: 'resumeOperations',
  payload: z.object({}).loose(),
  maxAttempts: 1,
  cron: '* * * * *',
  atStart: true,
  async run({ workerDb }: Deps) {
    const idle = await listIdle(workerDb, IDLE_MS)
    await addJobs(
      workerDb,
      idle.map((which) => specOf(runOperation, which)),
    )
  },
})

export const operationJobs = [runOperation, resumeOperations]
