import type { Feature } from '../feature.ts'
import { mountBusinesses } from './businesses.routes.ts'
import { refuseWhileClosing } from './closing.rules.ts'

export const businesses: Feature = {
  mount: [mountBusinesses],
  refusals: [refuseWhileClosing],
  firstSteps: { business: async () => true },
}
