import { sql } from 'kysely'
import { type Db, rowsOf } from '../../platform/db/db.ts'

type Span = { monthFrom: Date; from: Date; to: Date }
type Row = { day: string; campaignId: string | null; amount: number }

/** Numbers that were held in the month, each on its first day there; also those released meanwhile. */
export const countNumbersHeld = (db: Db, businessId: string, { monthFrom, from, to }: Span) =>
  rowsOf<Row>(
    db,
    sql`select (held.since at time zone 'Asia/Jerusalem')::date::text as day, held.campaign_id as "campaignId", count(*)::int as amount
      from (select n.campaign_id, greatest(n.created_at, ${monthFrom.toISOString()}::timestamptz) as since from virtual_numbers n
        where n.business_id = ${businessId} and (n.released_at is null or n.released_at >= ${monthFrom.toISOString()})) held
      where held.since >= ${from.toISOString()} and held.since < ${to.toISOString()}
      group by 1, 2`,
  )
