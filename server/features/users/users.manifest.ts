import type { Feature } from '../feature.ts'
import { mountTeam } from './team.routes.ts'
import { countMembersOfMonth } from './usage.queries.ts'
import { eraseMemberships } from './users.queries.ts'
import { mountUsers } from './users.routes.ts'

export const users: Feature = {
  mount: [mountUsers, mountTeam],
  usageMeters: [{ meter: 'users', count: countMembersOfMonth }],
  account: { erase: eraseMemberships },
}
