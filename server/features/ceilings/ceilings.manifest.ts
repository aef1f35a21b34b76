import { fixedPeriods } from '#contract/retention.ts'
import type { Feature } from '../feature.ts'
import { isOfDayBefore } from './ceilings.sql.ts'

export const ceilings: Feature = {
  retained: [
    { table: 'ceiling_uses', period: fixedPeriods.uses, isOld: isOfDayBefore },
    { table: 'outside_calls', period: fixedPeriods.uses, column: 'created_at' },
  ],
}
