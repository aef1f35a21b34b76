import { fixedPeriods } from '#contract/retention.ts'
import type { Feature } from '../feature.ts'

/** What platform stores for requests of all features. */
export const housekeeping: Feature = {
  retained: [
    { table: 'attempts', period: fixedPeriods.codes, column: 'until' },
    { table: 'idempotency_keys', period: fixedPeriods.replies, column: 'at' },
  ],
}
