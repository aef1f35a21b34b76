import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { job } from '../../platform/jobs/job.ts'
import { purgeDue } from './purging.service.ts'
import { listFiles } from './recordings.queries.ts'

const PIECE = 100

/** Deletes the sounds that were kept long enough, and those that go with their lead. */
export const purgeRecordings = job({
  name: 'purgeRecordings',
  payload: z.object({}).loose(),
  maxAttempts: 5,
  cron: '37 1 * * *',
  run: (deps: Deps) => purgeDue(deps),
})

export const recordingJobs = [purgeRecordings]

/** Before a business's rows are erased, which alone know the names of its sounds. */
export async function eraseRecordings({ workerDb, files }: Pick<Deps, 'workerDb' | 'files'>, businessId: string) {
  for (let names = [''], after = ''; names.length; after = names.at(-1) ?? '') {
    names = await listFiles(workerDb, businessId, { after, most: PIECE })
    for (const name of names) await files.remove(name)
  }
}
