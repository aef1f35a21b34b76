import { absenceOn } from '#contract/shifts/person-shifts.ts'
import { dayOf } from '#contract/values/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { firstWeekAt } from './shift-periods.service.ts'
import { listPeople } from './shifts.queries.ts'
import { shiftsOf } from './shifts.rules.ts'

type Asked = { userIds: readonly string[]; at: Date }
/** Those of these people who are away on the day of a moment, or paused at it. Why, only Owners and they themselves see. */
export async function listAbsent(db: Db, businessId: string, { userIds, at }: Asked): Promise<string[]> {
  if (!userIds.length) return []
  const people = await listPeople(db, businessId, { since: firstWeekAt(at) })
  return people.flatMap((person) => {
    if (!userIds.includes(person.userId)) return []
    const { plan, pause } = shiftsOf(person)
    const isPaused = pause && new Date(pause.from) <= at && at < new Date(pause.until)
    return absenceOn(plan, dayOf(at)) || isPaused ? [person.userId] : []
  })
}
