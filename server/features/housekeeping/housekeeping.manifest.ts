import { fixedPeriods } from '#contract/retention.ts'
import type { Feature } from '../feature.ts'

/** Tables of the platform that serve requests of all features. */
export const housekeeping: Feature = {
  retained: [
    { table: 'attempts', period: fixedPeriods.codes, column: 'until' },
    { table: 'oauth_redirects', period: fixedPeriods.codes, column: 'expires_at' },
    { table: 'idempotency_keys', period: fixedPeriods.replies, column: 'at' },
  ],
}
