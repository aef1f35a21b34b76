import { fixedPeriods } from '#contract/retention.ts'
import type { Feature } from '../feature.ts'
import { mountPasskeys } from './passkeys.routes.ts'

export const passkeys: Feature = {
  mount: [mountPasskeys],
  retained: [{ table: 'passkey_challenges', period: fixedPeriods.codes, column: 'expires_at' }],
}
