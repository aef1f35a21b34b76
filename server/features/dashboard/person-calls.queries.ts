import { sql } from 'kysely'
import { type CallStatus, missedStatuses } from '#contract/calls/call-statuses.ts'
import type { DayRange } from '#contract/values/date-presets.ts'
import { type Db, rowsOf } from '../../platform/db/db.ts'
import { conditions } from '../calls/list/call-list.sql.ts'
import type { HourRow } from './hours.queries.ts'

type Asked = {
  /** Null: all time. */
  period: DayRange | null
  /** Null: the whole business. */
  campaigns: readonly string[] | null
  userId: string
}
/** The calls that rang at the phones of one person: those of the list with the filter `rang`. */
const rangAt = (businessId: string, { period, campaigns, userId }: Asked) => sql`calls
  where business_id = ${businessId} and ${conditions({ campaigns, sight: null, rang: [userId], ...period })}`

export type PersonCallRow = {
  status: CallStatus
  campaignId: string | null
  /** Whether this person answered them. */
  isTheirs: boolean
  total: number
  wait: number
}
export const listPersonCalls = (db: Db, businessId: string, asked: Asked) =>
  rowsOf<PersonCallRow>(
    db,
    sql`select status, campaign_id as "campaignId", status = 'Answered' and answered_by is not distinct from ${asked.userId}
        as "isTheirs", count(*)::int as total, coalesce(sum(ring_s), 0)::int as wait
      from ${rangAt(businessId, asked)} group by 1, 2, 3`,
  )

/** As listCallHours, of one person. */
export const listPersonHours = (db: Db, businessId: string, asked: Asked) =>
  rowsOf<HourRow>(
    db,
    sql`with theirs as (select hour_of_week(started_at) as hour, count(*)::int as total,
        count(*) filter (where status = any(${missedStatuses}::text[]))::int as missed
        from ${rangAt(businessId, asked)} group by 1)
      select 'hour' as kind, hour, total from theirs union all select 'hourMissed', hour, missed from theirs`,
  )

/** Also of one who left. Undefined: the person was never a member. `hasCalls`: whether the business has any call. */
export async function findPerson(db: Db, businessId: string, userId: string) {
  const [row] = await rowsOf<{ _id: string; name: string; image: string | null; hasCalls: boolean }>(
    db,
    sql`select u.id as _id, u.name, u.image,
        exists (select from calls where business_id = ${businessId} and not is_test) as "hasCalls"
      from memberships m join users u on u.id = m.user_id where m.business_id = ${businessId} and m.user_id = ${userId}`,
  )
  return row
}
