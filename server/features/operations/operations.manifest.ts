import type { Feature } from '../feature.ts'
import { operationJobs } from './operations.jobs.ts'
import { mountOperations } from './operations.routes.ts'

export const operations: Feature = {
  mount: [mountOperations],
  jobs: operationJobs,
}
