import { sql } from 'kysely'
import { type Db, rowsOf } from '../../platform/db/db.ts'

type Span = { monthFrom: Date; from: Date; to: Date }
type Row = { day: string; campaignId: string | null; amount: number }
/** Members in the month, each on the first day there; also those who left meanwhile. */
export const countMembersOfMonth = (db: Db, businessId: string, { monthFrom, from, to }: Span) =>
  rowsOf<Row>(
    db,
    sql`select (held.since at time zone 'Asia/Jerusalem')::date::text as day, null::uuid as "campaignId", count(*)::int as amount
      from (select greatest(m.joined_at, ${monthFrom.toISOString()}::timestamptz) as since from memberships m
        where m.business_id = ${businessId} and (m.removed_at is null or m.removed_at >= ${monthFrom.toISOString()})) held
      where held.since >= ${from.toISOString()} and held.since < ${to.toISOString()} group by 1`,
  )
