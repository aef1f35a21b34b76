import { z } from 'zod'
import { id } from '#contract/common.ts'
import type { Deps } from '../../deps.ts'
import { addJobs, job, specOf } from '../../platform/jobs/job.ts'
import { listIdle } from './operation-work.queries.ts'
import { workOnOperation } from './operation-work.service.ts'

/** A run of the job ends after so long and asks for the next one, so that a process that stops need not wait for more. */
const RUN_MS = 4_000
/** An operation that nobody has worked on for so long belongs to a process that is no longer there. */
const IDLE_MS = 2_000

/** Works on one operation. Again, or twice at once: no lead is changed a second time. */
export const runOperation = job({
  name: 'runOperation',
  payload: z.object({ businessId: id, operationId: id }),
  maxAttempts: 10,
  async run(deps: Deps, which) {
    const isMore = await workOnOperation(deps, which, Date.now() + RUN_MS)
    if (isMore) await addJobs(deps.workerDb, [specOf(runOperation, which)])
  },
})

/** Finds operations whose process was killed: the queue would keep its job locked for hours. */
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
