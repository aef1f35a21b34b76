import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import type { Batch, Projection } from '../../platform/events/relay.ts'

/** Maintains call_counts and call_…_counts. Only the relay writes them, as with leads. */
export const callCounters: Projection = { apply: applyCallDeltas }

async function applyCallDeltas(tx: Db, { events, from, to }: Batch) {
  if (!events.some(({ payload }) => Array.isArray(payload.calls) && payload.calls.length)) return
  await sql`
    with delta as (
      select e.business_id, s."campaignId" as campaign, s.status, s.direction, s."userId" as answered, s."missedBy" as missed, s.day, s.hour,
        sum(s.total) as total, sum(s.wait) as wait, sum(s.talk) as talk
      from events e, jsonb_to_recordset(e.payload->'calls') as
        s("campaignId" text, status text, direction text, "userId" text, "missedBy" jsonb, day date, hour int, total int, wait bigint, talk bigint)
      where (e.xid, e.id) > (${from.xid}::xid8, ${from.id}::uuid) and (e.xid, e.id) <= (${to.xid}::xid8, ${to.id}::uuid)
        and e.payload ? 'calls'
      group by 1, 2, 3, 4, 5, 6, 7, 8),
    faceted as materialized (
      select s.business_id, f.campaign_id, f.facet, f.key, s.day, sum(s.total) as total, sum(s.wait) as wait, sum(s.talk) as talk
      from delta s, call_facets(s.campaign, s.status, s.direction, s.answered, s.missed, s.hour) f
      group by 1, 2, 3, 4, 5 having sum(s.total) <> 0 or sum(s.wait) <> 0 or sum(s.talk) <> 0),
    by_day as (
      insert into call_day_counts as c (business_id, campaign_id, facet, day, key, total, wait, talk)
      select business_id, campaign_id, facet, day, key, total, wait, talk from faceted
      on conflict (business_id, campaign_id, facet, day, key)
        do update set total = c.total + excluded.total, wait = c.wait + excluded.wait, talk = c.talk + excluded.talk),
    by_month as (
      insert into call_month_counts as c (business_id, campaign_id, facet, month, key, total, wait, talk)
      select business_id, campaign_id, facet, month_of(day), key, sum(total), sum(wait), sum(talk) from faceted group by 1, 2, 3, 4, 5
      on conflict (business_id, campaign_id, facet, month, key)
        do update set total = c.total + excluded.total, wait = c.wait + excluded.wait, talk = c.talk + excluded.talk)
    insert into call_counts as c (business_id, campaign_id, facet, key, total, wait, talk)
    select business_id, campaign_id, facet, key, sum(total), sum(wait), sum(talk) from faceted group by 1, 2, 3, 4
    on conflict (business_id, campaign_id, facet, key)
      do update set total = c.total + excluded.total, wait = c.wait + excluded.wait, talk = c.talk + excluded.talk`.execute(
    tx,
  )
}
