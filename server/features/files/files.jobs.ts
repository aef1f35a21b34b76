import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { job } from '../../platform/jobs/job.ts'
import { removeLeftovers } from './spool.ts'
import { spoolFolderOf } from './uploads.service.ts'

/** Deletes what uploads to a killed process left on this machine. */
const removeBrokenUploads = job({
  name: 'removeBrokenUploads',
  payload: z.object({}).loose(),
  maxAttempts: 5,
  cron: '47 1 * * *',
  run: (deps: Deps) => removeLeftovers(spoolFolderOf(deps), deps.now()),
})

export const fileJobs = [removeBrokenUploads]
