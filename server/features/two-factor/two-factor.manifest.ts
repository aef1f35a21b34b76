import type { Feature } from '../feature.ts'
import { mountTwoFactor } from './two-factor.routes.ts'

export const twoFactor: Feature = {
  mount: [mountTwoFactor],
  account: { tables: ['two_factor', 'recovery_codes'] },
}
