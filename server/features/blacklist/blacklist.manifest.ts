import { fixedPeriods } from '#contract/retention.ts'
import type { Feature } from '../feature.ts'
import { eraseBlocks, findBlockedCaller, listBlocks } from './blacklist.queries.ts'
import { mountBlacklist } from './blacklist.routes.ts'
import { blacklistMatch } from './blacklist.sql.ts'

export const blacklist: Feature = {
  mount: [mountBlacklist],
  retained: [{ table: 'blacklist', period: fixedPeriods.endedBlocks, column: 'expires_at' }],
  person: { erase: eraseBlocks, export: { blacklist: listBlocks } },
  screenCaller: blacklistMatch,
  findScreenedCaller: findBlockedCaller,
}
