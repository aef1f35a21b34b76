import type { Feature } from '../feature.ts'
import { mountTwoFactor } from './two-factor.routes.ts'

export const twoFactor: Feature = {
  mount: [mountTwoFactor],
}
