import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { job } from '../../platform/jobs/job.ts'
import { deleteOldRows } from './housekeeping.queries.ts'

export const removeOldRows = job({
  name: 'removeOldRows',
  payload: z.object({}),
  maxAttempts: 5,
  cron: '17 * * * *',
  async run({ workerDb, now }: Deps) {
    const before = (ms: number) => new Date(now().getTime() - ms).toISOString()
    await deleteOldRows(workerDb, before)
  },
})

export const housekeepingJobs = [removeOldRows]
