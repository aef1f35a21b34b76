import type { Role } from '#contract/roles.ts'
import { countedPeriods } from '#contract/shifts/person-shifts.ts'
import type { Span } from '#contract/working-hours/spans.ts'
import type { Db } from '../../platform/db/db.ts'
import { firstWeekAt } from './shift-periods.service.ts'
import { listPeople } from './shifts.queries.ts'
import { shiftsOf } from './shifts.rules.ts'
import { settingsOf } from './shifts.service.ts'

export type OnShift = {
  userId: string
  role: Role
  /** Campaign roles by campaign. */
  campaigns: Readonly<Record<string, Role>>
  on: Span[]
}
type Asked = { userIds: readonly string[]; from: Date; to: Date }
/** When these people are on shift between two moments; active members alone. Without shifts a person is always on. */
export async function listShiftTimes(db: Db, businessId: string, { userIds, from, to }: Asked): Promise<OnShift[]> {
  const [people, { settings }] = await Promise.all([
    listPeople(db, businessId, { since: firstWeekAt(from), userId: userIds.length === 1 ? userIds[0] : undefined }),
    settingsOf(db, businessId),
  ])
  return people
    .filter(({ userId }) => userIds.includes(userId))
    .map((person) => ({
      userId: person.userId,
      role: person.role,
      campaigns: person.campaigns,
      on: countedPeriods(shiftsOf(person), from.getTime(), to.getTime(), settings),
    }))
}
