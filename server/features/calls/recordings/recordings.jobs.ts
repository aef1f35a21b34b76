import { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import { job } from '../../../platform/jobs/job.ts'
import { purgeDue } from './recording-purge.service.ts'
import { listFiles } from './recordings.queries.ts'

const BATCH_SIZE = 100

/** Deletes recordings past their retention period, and those of purged leads. */
export const purgeRecordings = job({
  name: 'purgeRecordings',
  payload: z.object({}).loose(),
  maxAttempts: 5,
  cron: '37 1 * * *',
  run: (deps: Deps) => purgeDue(deps),
})

export const recordingJobs = [purgeRecordings]

/** Runs before a business's rows are erased, because only these hold the file names. */
export async function eraseRecordings({ workerDb, files }: Pick<Deps, 'workerDb' | 'files'>, businessId: string) {
  for (let names = [''], after = ''; names.length; after = names.at(-1) ?? '') {
    names = await listFiles(workerDb, businessId, { after, most: BATCH_SIZE })
    for (const name of names) await files.remove(name)
  }
}
