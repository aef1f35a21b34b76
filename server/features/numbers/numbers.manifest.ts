import type { Feature } from '../feature.ts'
import { mountAdoptedNumbers } from './adopting/adopting.routes.ts'
import { mountTelephonyBudget } from './budget/budget.routes.ts'
import { telephonyIntegration } from './integration.service.ts'
import { numberJobs } from './numbers.jobs.ts'
import { eraseRingTargets, hasNumber } from './numbers.queries.ts'
import { mountNumbers } from './numbers.routes.ts'
import { eraseAtProviders, providerCleanupJobs } from './provider-cleanup.jobs.ts'
import { countNumbersHeld } from './usage.queries.ts'
import { openVoice } from './voice-connections.cache.ts'

export const numbers: Feature = {
  mount: [mountNumbers, mountAdoptedNumbers, mountTelephonyBudget],
  open: (opening) => ({ voice: openVoice(opening) }),
  jobs: [...numberJobs, ...providerCleanupJobs],
  erasures: [eraseAtProviders],
  account: { eraseInBusiness: eraseRingTargets },
  firstSteps: { number: hasNumber },
  integrations: [telephonyIntegration],
  usageMeters: [{ meter: 'numbers', count: countNumbersHeld }],
}
