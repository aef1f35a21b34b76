import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { job } from '../../platform/jobs/job.ts'
import { deleteOldRows, type RetainedTable } from './housekeeping.queries.ts'

/** The job that deletes old rows of these tables. */
export const housekeepingJobs = (retained: readonly RetainedTable[]) => [
  job({
    name: 'removeOldRows',
    payload: z.object({}),
    maxAttempts: 5,
    cron: '17 * * * *',
    run: ({ workerDb, now }: Deps) => deleteOldRows(workerDb, retained, now()),
  }),
]
