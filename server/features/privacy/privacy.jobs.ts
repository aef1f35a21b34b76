import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { job } from '../../platform/jobs/job.ts'
import { listOpenErasures } from './lead-erasure.queries.ts'
import { runErasurePass } from './lead-erasure.service.ts'
import type { TableRetainedAsSet } from './retention.queries.ts'
import { enforceRetention } from './retention.service.ts'

/** Resumes erasures whose process was killed, and finishes erasures for which no more data can arrive. */
export const finishErasures = job({
  name: 'finishErasures',
  payload: z.object({}).loose(),
  maxAttempts: 1,
  cron: '* * * * *',
  atStart: true,
  async run(deps: Deps) {
    for (const { businessId, id } of await listOpenErasures(deps.workerDb))
      await runErasurePass(deps, businessId, id).catch(deps.onError)
  },
})

/** The job that deletes rows of these tables after the retention periods that businesses set. */
export const retentionJobs = (tables: readonly TableRetainedAsSet[]) => [
  job({
    name: 'keepNoLonger',
    payload: z.object({}).loose(),
    maxAttempts: 5,
    cron: '47 1 * * *',
    run: (deps: Deps) => enforceRetention(deps, tables),
  }),
]
