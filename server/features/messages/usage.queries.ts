import { sql } from 'kysely'
import { type Db, rowsOf } from '../../platform/db/db.ts'

type Row = { day: string; campaignId: string | null; amount: number }
/** Parts of text messages that were sent for the business. */
export const countSmsParts = (db: Db, businessId: string, { from, to }: { from: Date; to: Date }) =>
  rowsOf<Row>(
    db,
    sql`select (m.sent_at at time zone 'Asia/Jerusalem')::date::text as day, null::uuid as "campaignId",
        sum(coalesce(m.segments, 1))::int as amount
      from messages m where m.business_id = ${businessId} and m.channel = 'sms' and m.state = 'sent'
        and m.sent_at >= ${from.toISOString()} and m.sent_at < ${to.toISOString()} group by 1`,
  )
