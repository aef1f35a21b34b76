import { fixedPeriods } from '#contract/retention.ts'
import type { Feature } from '../feature.ts'
import { fileJobs } from './files.jobs.ts'
import { mountFiles } from './files.routes.ts'
import * as personal from './personal-data.queries.ts'
import { startRemoving } from './removals.ts'
import { countStoredMegabytes } from './usage.queries.ts'

export const files: Feature = {
  mount: [mountFiles],
  jobs: fileJobs,
  loops: [startRemoving],
  usageMeters: [{ meter: 'storage', count: countStoredMegabytes }],
  retained: [{ table: 'lead_files', period: fixedPeriods.deletedFiles, column: 'deleted_at' }],
  person: {
    erase: personal.eraseFiles,
    export: { files: personal.listFilesOfPerson },
    files: personal.listStoredFiles,
  },
  account: { exportInBusiness: { files: personal.listOwnFiles } },
}
