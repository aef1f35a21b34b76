import { sql } from 'kysely'
import { type Db, rowsOf } from '../../platform/db/db.ts'

const MEGABYTE = 1_048_576
type Span = { monthFrom: Date; from: Date; to: Date }
type Row = { day: string; campaignId: string | null; amount: number }
/** Files of leads that were stored in the month, each on its first day there, in whole megabytes, rounded up. */
export const countStoredMegabytes = (db: Db, businessId: string, { monthFrom, from, to }: Span) =>
  rowsOf<Row>(
    db,
    sql`select (held.since at time zone 'Asia/Jerusalem')::date::text as day, l.campaign_id as "campaignId",
        sum(held.megabytes)::int as amount
      from (select f.lead_id, ceil(f.bytes / ${MEGABYTE}::numeric) as megabytes,
          greatest(f.created_at, ${monthFrom.toISOString()}::timestamptz) as since from lead_files f
        where f.business_id = ${businessId} and (f.deleted_at is null or f.deleted_at >= ${monthFrom.toISOString()})) held
        join leads l on l.business_id = ${businessId} and l.id = held.lead_id
      where held.since >= ${from.toISOString()} and held.since < ${to.toISOString()} group by 1, 2`,
  )
