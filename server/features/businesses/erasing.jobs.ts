import { z } from 'zod'
import { id } from '#contract/common.ts'
import type { Deps } from '../../deps.ts'
import { addJobs, job, specOf } from '../../platform/jobs/job.ts'
import { listDue } from './erasing.queries.ts'
import { type Erasure, eraseBusiness, SETTLE_MS } from './erasing.service.ts'

/** Longer runs are split into several jobs, so that a stopping process does not wait for long. */
const RUN_MS = 4_000

/** The jobs that erase closed businesses, with their data outside the tables. */
export function erasingJobs(erasures: readonly Erasure[]) {
  /** Idempotent, also when it runs twice at once. */
  const eraseClosedBusiness = job({
    name: 'eraseClosedBusiness',
    payload: z.object({ businessId: id }),
    maxAttempts: 10,
    async run(deps: Deps, { businessId }) {
      const outcome = await eraseBusiness(deps, businessId, { erasures, untilMs: Date.now() + RUN_MS })
      if (outcome === 'over') return
      const pause = outcome === 'settling' ? { run_at: new Date(Date.now() + SETTLE_MS).toISOString() } : {}
      await addJobs(deps.workerDb, [specOf(eraseClosedBusiness, { businessId }, pause)])
    },
  })

  /**
   * Starts due erasures. Also resumes erasures whose process was killed, because the queue would keep their job locked
   * for hours.
   */
  const findClosedBusinesses = job({
    name: 'findClosedBusinesses',
    payload: z.object({}).loose(),
    maxAttempts: 5,
    cron: '7 * * * *',
    atStart: true,
    async run({ workerDb, now }: Deps) {
      const due = await listDue(workerDb, now())
      await addJobs(
        workerDb,
        due.map((businessId) => specOf(eraseClosedBusiness, { businessId })),
      )
    },
  })
  return [eraseClosedBusiness, findClosedBusinesses] as const
}
