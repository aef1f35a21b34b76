import { sql } from 'kysely'
import { type Db, rowsOf } from '../../../platform/db/db.ts'

type Span = { from: Date; to: Date }
type Row = { day: string; campaignId: string | null; amount: number }

const ofSpan = (businessId: string, { from, to }: Span) => sql`k.business_id = ${businessId} and not k.is_test
  and not k.is_logged and k.started_at >= ${from.toISOString()} and k.started_at < ${to.toISOString()}`
const day = sql`(k.started_at at time zone 'Asia/Jerusalem')::date::text`

/** Minutes of calls that came in, from the answer to the end; each call counts in whole minutes, rounded up. */
export const countMinutesIn = (db: Db, businessId: string, span: Span) =>
  rowsOf<Row>(
    db,
    sql`select ${day} as day, k.campaign_id as "campaignId", sum(ceil(k.talk_s / 60.0))::int as amount
      from calls k where ${ofSpan(businessId, span)} and k.direction = 'inbound' and k.talk_s > 0 group by 1, 2`,
  )

/** Minutes of legs to outside phones, from the answer to the end; each leg counts in whole minutes, rounded up. */
export const countMinutesOut = (db: Db, businessId: string, span: Span) =>
  rowsOf<Row>(
    db,
    sql`select ${day} as day, k.campaign_id as "campaignId",
        sum(ceil(extract(epoch from a.ended_at - a.answered_at) / 60))::int as amount
      from calls k join call_attempts a on a.business_id = k.business_id and a.call_id = k.id
      where ${ofSpan(businessId, span)} and a.kind = 'phone' and a.ended_at > a.answered_at group by 1, 2`,
  )
