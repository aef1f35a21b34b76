import { fixedPeriods } from '#contract/retention.ts'
import type { Feature } from '../feature.ts'
import { mountProfile } from './profile.routes.ts'

export const profile: Feature = {
  mount: [mountProfile],
  retained: [{ table: 'email_changes', period: fixedPeriods.codes, column: 'expires_at' }],
  account: { tables: ['email_changes'] },
}
