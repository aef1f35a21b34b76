-- The step of a first-response time that the counters use; response_bucket has the wider named ranges
-- (contract/leads/responses.ts).
create function response_step(seconds int) returns text language sql immutable parallel safe
  return case
    when seconds is null then 'none'
    when seconds < 300 then (seconds - seconds % 30)::text
    when seconds < 900 then (seconds - seconds % 60)::text
    when seconds < 3600 then (seconds - seconds % 300)::text
    when seconds < 14400 then (seconds - seconds % 900)::text
    when seconds < 86400 then (seconds - seconds % 7200)::text
    when seconds < 604800 then (seconds - seconds % 86400)::text
    else least(seconds - seconds % 604800, 7862400)::text end;

-- Counter deltas (contract/events/leads.ts) that the relay has not applied yet. This is a function so that it has a plan of
-- its own: inlined, the planner would assume that a third of all events is new, and scan them or start parallel workers.
create function pending_lead_deltas()
  returns table (campaign_id text, status_id text, source text, response text, day date, hour int, total int, sales bigint, value bigint,
    assigned text)
  language plpgsql stable rows 10 set enable_seqscan = off set max_parallel_workers_per_gather = 0 as $$
begin
  return query
    select step->>'campaignId', step->>'statusId', step->>'source', coalesce(step->>'response', 'none'),
      (step->>'day')::date, (step->>'hour')::int, (step->>'total')::int, (step->>'sales')::bigint, coalesce((step->>'value')::bigint, 0),
      step->>'assignedTo'
    from events e, jsonb_array_elements(e.payload->'counts') step
    where e.business_id = current_business()
      and (e.xid, e.id) > (select p.xid, p.id from relay_position p where p.reader = 'relay');
end $$;

-- The counters that include a lead; `assigned` is null if the assignee is unknown. `hour` is the hour of the
-- week of its creation. Rows with a campaign id (nil for all
-- campaigns) belong to campaign_…_counts, rows without one to lead_…_counts.
create function lead_facets(campaign text, status text, source text, response text, assigned text, hour int)
  returns table (campaign_id uuid, facet text, key text) language sql immutable parallel safe rows 15 as $$
  select * from (values
    (null::uuid, 'all', ''), (null, 'campaign', $1), (null, 'status', $2), (null, 'source', $3),
    ('00000000-0000-0000-0000-000000000000', 'all', ''), ('00000000-0000-0000-0000-000000000000', 'status', $2),
    ('00000000-0000-0000-0000-000000000000', 'source', $3), ('00000000-0000-0000-0000-000000000000', 'response', $4),
    ($1::uuid, 'all', ''), ($1::uuid, 'status', $2), ($1::uuid, 'source', $3), ($1::uuid, 'response', $4),
    (null, 'assigned', $5), ('00000000-0000-0000-0000-000000000000', 'hour', $6::text), ($1::uuid, 'hour', $6::text)) facets (campaign_id, facet, key)
  where key is not null
$$;

-- Compares the daily counters with the leads of those days: leads − pending deltas − counters. It is one statement, so that
-- all are read in one snapshot. app.business_id must be set to the business.
create function lead_day_drifts(business uuid, first date, past date) returns setof counter_drift
  language sql stable as $$
  with weighed as (
    select l.campaign_id::text as campaign_id, l.status_id::text as status_id, l.source,
      response_step(seconds_to(l.created_at, l.first_response_at)) as response,
      day_of(l.created_at) as day, hour_of_week(l.created_at) as hour, 1 as total, case when s.type = 'Won' then coalesce(l.value, 0) else 0 end as sales,
      coalesce(l.value, 0) as value, coalesce(l.assigned_to::text, 'none') as assigned
    from leads l join lead_statuses s on s.business_id = l.business_id and s.id = l.status_id
    where l.business_id = business and l.deleted_at is null and l.created_at >= start_of(first) and l.created_at < start_of(past)
    union all
    select l.campaign_id::text, l.status_id::text, l.source, response_step(seconds_to(l.created_at, l.first_response_at)),
      day_of(l.created_at), hour_of_week(l.created_at), 0, l.past_sale, 0, coalesce(l.assigned_to::text, 'none')
    from leads l join leads k on k.business_id = l.business_id and k.id = l.merged_into and k.deleted_at is null
    where l.business_id = business and l.merged_into is not null and l.past_sale is not null
      and l.created_at >= start_of(first) and l.created_at < start_of(past)
    union all
    select u.campaign_id, u.status_id, u.source, u.response, u.day, u.hour, -u.total, -u.sales, -u.value, u.assigned
    from pending_lead_deltas() u where u.day >= first and u.day < past),
  grouped as (
    select w.campaign_id, w.status_id, w.source, w.response, w.assigned, w.day, w.hour, sum(w.total) as total,
      sum(w.sales) as sales, sum(w.value) as value
    from weighed w group by 1, 2, 3, 4, 5, 6, 7),
  compared as (
    select f.campaign_id, f.facet, f.key, g.day, g.total, g.sales, g.value
    from grouped g, lead_facets(g.campaign_id, g.status_id, g.source, g.response, g.assigned, g.hour) f
    union all
    select null, c.facet, c.key, c.day, -c.total, -c.sales, -c.value from lead_day_counts c
    where c.business_id = business and c.day >= first and c.day < past
    union all
    select c.campaign_id, c.facet, c.key, c.day, -c.total, -c.sales, -c.value
    from (select id from campaigns where business_id = business union all select '00000000-0000-0000-0000-000000000000') k,
      unnest(array['all', 'status', 'source', 'response', 'hour']) f(facet), campaign_day_counts c
    where c.business_id = business and c.campaign_id = k.id and c.facet = f.facet and c.day >= first and c.day < past)
  select 'day', c.campaign_id, c.facet, c.key, c.day, sum(c.total)::bigint, sum(c.sales)::bigint, sum(c.value)::bigint
  from compared c group by c.campaign_id, c.facet, c.key, c.day
  having sum(c.total) <> 0 or sum(c.sales) <> 0 or sum(c.value) <> 0
$$;

-- Compares the monthly counters and totals with the daily ones.
create function lead_sum_drifts(business uuid) returns setof counter_drift language sql stable as $$
  with compared as (
    select 'month' as level, null::uuid as campaign_id, facet, key, month_of(day) as day, total, 0 as sales, 0 as value
      from lead_day_counts where business_id = business
    union all select 'month', null, facet, key, month, -total, 0, 0 from lead_month_counts where business_id = business
    union all select 'month', campaign_id, facet, key, month_of(day), total, sales, value
      from campaign_day_counts where business_id = business
    union all select 'month', campaign_id, facet, key, month, -total, -sales, -value
      from campaign_month_counts where business_id = business
    union all select 'total', null, facet, key, null, total, sales, value from lead_day_counts where business_id = business
    union all select 'total', null, facet, key, null, -total, -sales, -value from lead_counts where business_id = business)
  select level, campaign_id, facet, key, day, sum(total)::bigint, sum(sales)::bigint, sum(value)::bigint
  from compared group by 1, 2, 3, 4, 5 having sum(total) <> 0 or sum(sales) <> 0 or sum(value) <> 0
$$;

-- Adds the differences to the counters. The caller holds the relay's position, so that nothing else writes them.
create function repair_lead_counters(business uuid, drifts counter_drift[]) returns void language sql as $$
  with drift as (select * from unnest(drifts)),
  days as (insert into lead_day_counts as c (business_id, facet, key, day, total, sales, value)
    select business, facet, key, day, total, sales, value from drift where level = 'day' and campaign_id is null
    on conflict (business_id, facet, key, day) do update set total = c.total + excluded.total, sales = c.sales + excluded.sales,
      value = c.value + excluded.value),
  months as (insert into lead_month_counts as c (business_id, facet, key, month, total)
    select business, facet, key, day, total from drift where level = 'month' and campaign_id is null
    on conflict (business_id, facet, key, month) do update set total = c.total + excluded.total),
  totals as (insert into lead_counts as c (business_id, facet, key, total, sales, value)
    select business, facet, key, total, sales, value from drift where level = 'total'
    on conflict (business_id, facet, key) do update set total = c.total + excluded.total, sales = c.sales + excluded.sales,
      value = c.value + excluded.value),
  campaign_days as (insert into campaign_day_counts as c (business_id, campaign_id, facet, day, key, total, sales, value)
    select business, campaign_id, facet, day, key, total, sales, value from drift where level = 'day' and campaign_id is not null
    on conflict (business_id, campaign_id, facet, day, key)
      do update set total = c.total + excluded.total, sales = c.sales + excluded.sales,
      value = c.value + excluded.value)
  insert into campaign_month_counts as c (business_id, campaign_id, facet, month, key, total, sales, value)
    select business, campaign_id, facet, day, key, total, sales, value from drift where level = 'month' and campaign_id is not null
    on conflict (business_id, campaign_id, facet, month, key)
      do update set total = c.total + excluded.total, sales = c.sales + excluded.sales,
      value = c.value + excluded.value
$$;
