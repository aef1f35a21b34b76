import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import type { Batch, Follower } from '../../platform/events/relay.ts'

/** Keeps lead_counts, lead_day_counts and lead_month_counts: by the relay alone, so that no request ever waits for a counter's row. */
export const leadCounters: Follower = { rollUp: rollUpLeadCounts }

async function rollUpLeadCounts(tx: Db, { events, from, to }: Batch) {
  if (!events.some(({ payload }) => Array.isArray(payload.counts) && payload.counts.length)) return
  await sql`
    with faceted as (
      select e.business_id, f.facet, f.key, s.day, sum(s.total) as total, sum(s.sales) as sales
      from events e,
        jsonb_to_recordset(e.payload->'counts') as s("campaignId" text, "statusId" text, source text, day date, total int, sales bigint),
        lateral (values ('all', ''), ('campaign', s."campaignId"), ('status', s."statusId"), ('source', s.source)) f(facet, key)
      where (e.xid, e.id) > (${from.xid}::xid8, ${from.id}::uuid) and (e.xid, e.id) <= (${to.xid}::xid8, ${to.id}::uuid)
        and e.payload ? 'counts'
      group by 1, 2, 3, 4),
    by_day as (
      insert into lead_day_counts as c (business_id, facet, key, day, total, sales)
      select business_id, facet, key, day, total, sales from faceted
      on conflict (business_id, facet, key, day)
        do update set total = c.total + excluded.total, sales = c.sales + excluded.sales),
    by_month as (
      insert into lead_month_counts as c (business_id, facet, key, month, total)
      select business_id, facet, key, month_of(day), sum(total) from faceted group by 1, 2, 3, 4
      on conflict (business_id, facet, key, month) do update set total = c.total + excluded.total)
    insert into lead_counts as c (business_id, facet, key, total, sales)
    select business_id, facet, key, sum(total), sum(sales) from faceted group by 1, 2, 3
    on conflict (business_id, facet, key)
      do update set total = c.total + excluded.total, sales = c.sales + excluded.sales`.execute(tx)
}
