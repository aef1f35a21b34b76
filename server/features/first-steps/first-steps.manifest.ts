import type { Feature } from '../feature.ts'
import { mountFirstSteps } from './first-steps.routes.ts'

export const firstSteps: Feature = {
  mount: [mountFirstSteps],
}
