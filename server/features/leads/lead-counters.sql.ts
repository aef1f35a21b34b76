import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import type { Batch, Projection } from '../../platform/events/relay.ts'

/**
 * Maintains lead_…_counts and campaign_…_counts. Only the relay writes them, so requests never wait for a counter’s
 * row lock.
 */
export const leadCounters: Projection = { apply: applyLeadDeltas }

async function applyLeadDeltas(tx: Db, { events, from, to }: Batch) {
  if (!events.some(({ payload }) => Array.isArray(payload.counts) && payload.counts.length)) return
  // Equal deltas are summed before they are spread over the facets, because most deltas of a burst are equal.
  await sql`
    with delta as (
      select e.business_id, s."campaignId" as campaign, s."statusId" as status, s.source, coalesce(s.response, 'none') as response,
        s."assignedTo" as assigned, s.day, s.hour, sum(s.total) as total, sum(s.sales) as sales, coalesce(sum(s.value), 0) as value
      from events e, jsonb_to_recordset(e.payload->'counts') as
        s("campaignId" text, "statusId" text, source text, response text, "assignedTo" text, day date, hour int, total int, sales bigint, value bigint)
      where (e.xid, e.id) > (${from.xid}::xid8, ${from.id}::uuid) and (e.xid, e.id) <= (${to.xid}::xid8, ${to.id}::uuid)
        and e.payload ? 'counts'
      group by 1, 2, 3, 4, 5, 6, 7, 8),
    faceted as materialized (
      select s.business_id, f.campaign_id, f.facet, f.key, s.day, sum(s.total) as total, sum(s.sales) as sales, sum(s.value) as value
      from delta s, lead_facets(s.campaign, s.status, s.source, s.response, s.assigned, s.hour) f
      group by 1, 2, 3, 4, 5),
    -- A change of status leaves most counters unchanged.
    nonzero as (select * from faceted where total <> 0 or sales <> 0 or value <> 0),
    by_day as (
      insert into lead_day_counts as c (business_id, facet, key, day, total, sales, value)
      select business_id, facet, key, day, total, sales, value from nonzero where campaign_id is null
      on conflict (business_id, facet, key, day)
        do update set total = c.total + excluded.total, sales = c.sales + excluded.sales, value = c.value + excluded.value),
    by_month as (
      insert into lead_month_counts as c (business_id, facet, key, month, total)
      select business_id, facet, key, month_of(day), sum(total) from nonzero where campaign_id is null group by 1, 2, 3, 4
      on conflict (business_id, facet, key, month) do update set total = c.total + excluded.total),
    by_campaign_day as (
      insert into campaign_day_counts as c (business_id, campaign_id, facet, day, key, total, sales, value)
      select business_id, campaign_id, facet, day, key, total, sales, value from nonzero where campaign_id is not null
      on conflict (business_id, campaign_id, facet, day, key)
        do update set total = c.total + excluded.total, sales = c.sales + excluded.sales, value = c.value + excluded.value),
    by_campaign_month as (
      insert into campaign_month_counts as c (business_id, campaign_id, facet, month, key, total, sales, value)
      select business_id, campaign_id, facet, month_of(day), key, sum(total), sum(sales), sum(value)
      from nonzero where campaign_id is not null group by 1, 2, 3, 4, 5
      on conflict (business_id, campaign_id, facet, month, key)
        do update set total = c.total + excluded.total, sales = c.sales + excluded.sales, value = c.value + excluded.value)
    insert into lead_counts as c (business_id, facet, key, total, sales, value)
    select business_id, facet, key, sum(total), sum(sales), sum(value) from faceted where campaign_id is null group by 1, 2, 3
    on conflict (business_id, facet, key)
      do update set total = c.total + excluded.total, sales = c.sales + excluded.sales, value = c.value + excluded.value`.execute(
    tx,
  )
}
