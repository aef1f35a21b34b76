import { fixedPeriods } from '#contract/retention.ts'
import type { Feature } from '../feature.ts'
import { mountBlacklist } from './blacklist.routes.ts'

export const blacklist: Feature = {
  mount: [mountBlacklist],
  retained: [{ table: 'blacklist', period: fixedPeriods.endedBlocks, column: 'expires_at' }],
}
