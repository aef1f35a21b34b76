import type { Feature } from '../feature.ts'
import { mountTeam } from './team.routes.ts'
import { eraseMemberships } from './users.queries.ts'
import { mountUsers } from './users.routes.ts'

export const users: Feature = {
  mount: [mountUsers, mountTeam],
  account: { erase: eraseMemberships },
}
