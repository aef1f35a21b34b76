import type { Feature } from '../feature.ts'
import { numberJobs } from './numbers.jobs.ts'
import { eraseRingTargets } from './numbers.queries.ts'
import { mountNumbers } from './numbers.routes.ts'
import { eraseAtProviders, providerCleanupJobs } from './provider-cleanup.jobs.ts'

export const numbers: Feature = {
  mount: [mountNumbers],
  jobs: [...numberJobs, ...providerCleanupJobs],
  erasures: [eraseAtProviders],
  account: { eraseInBusiness: eraseRingTargets },
}
