import type { Feature } from '../feature.ts'
import { authJobs } from './auth.jobs.ts'
import { mountAuth } from './auth.routes.ts'

export const auth: Feature = {
  mount: [mountAuth],
  jobs: authJobs,
}
