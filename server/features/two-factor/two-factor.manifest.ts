import type { Feature } from '../feature.ts'
import { requireCode } from './codes.ts'
import { mountTwoFactor } from './two-factor.routes.ts'
import { dropTwoFactor } from './two-factor.service.ts'

export const twoFactor: Feature = {
  mount: [mountTwoFactor],
  identity: { requireCode, dropTwoFactor },
  account: { tables: ['two_factor', 'recovery_codes'] },
}
