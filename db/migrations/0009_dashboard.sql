-- What the dashboard counts: leads of a campaign, or of all, by status, source and time to the first answer, by days and
-- months; and the audit that holds all counters against the leads.

-- Seconds from a lead's creation to the first answer of a person; null where there is none.
create function seconds_to(created timestamptz, answered timestamptz) returns int language sql immutable parallel safe
  return case when answered is not null then greatest(0, least(floor(extract(epoch from answered - created)), 2000000000))::int end;

-- The two sizes of the same scale (contract/responses.ts): fine ones for counters, named ones for lists.
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
create function response_bucket(seconds int) returns text language sql immutable parallel safe
  return case when seconds is null then 'none' when seconds < 300 then '5m' when seconds < 900 then '15m'
    when seconds < 3600 then '1h' when seconds < 14400 then '4h' when seconds < 86400 then '1d' else 'later' end;

-- A new lead is not answered: intake pays for neither the function nor the index.
alter table leads add column response text not null generated always as (
  case when first_response_at is null then 'none' else response_bucket(seconds_to(created_at, first_response_at)) end) stored;
create index leads_response on leads (business_id, response, created_at, id)
  where deleted_at is null and first_response_at is not null;

-- Maintained by the relay alone. The nil campaign stands for all campaigns together; facet and key: 'all' '',
-- 'status' <id>, 'source' <source>, 'response' <response_step>.
create table campaign_day_counts (
  business_id uuid not null,
  campaign_id uuid not null,
  facet text not null,
  day date not null,
  key text not null,
  total bigint not null,
  -- Agorot of won leads.
  sales bigint not null,
  primary key (business_id, campaign_id, facet, day, key)
);
create table campaign_month_counts (
  business_id uuid not null,
  campaign_id uuid not null,
  facet text not null,
  -- Its first day.
  month date not null,
  key text not null,
  total bigint not null,
  sales bigint not null,
  primary key (business_id, campaign_id, facet, month, key)
);

-- What the nightly audit of a business found and mended.
create table counter_audits (
  business_id uuid not null,
  at timestamptz not null default now(),
  -- Figures that were compared.
  checked bigint not null,
  -- The first of those that were wrong: what was missing in which counter.
  drifts jsonb not null,
  drift_count int not null,
  repaired int not null,
  took_ms int not null,
  primary key (business_id, at)
);

do $$ declare t text; begin
  foreach t in array array['campaign_day_counts', 'campaign_month_counts', 'counter_audits'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I to leadline_app using (business_id = current_business())', t);
    execute format('grant select on %I to leadline_app', t);
    execute format('create policy every_tenant on %I to leadline_worker using (true)', t);
    execute format('grant select, insert, update on %I to leadline_worker', t);
  end loop;
end $$;
grant delete on counter_audits to leadline_worker;

drop function unrolled_lead_steps();
-- As in 0003, with how long the first answer took.
create function unrolled_lead_steps()
  returns table (campaign_id text, status_id text, source text, response text, day date, total int, sales bigint)
  language plpgsql stable rows 10 set enable_seqscan = off set max_parallel_workers_per_gather = 0 as $$
begin
  return query
    select step->>'campaignId', step->>'statusId', step->>'source', coalesce(step->>'response', 'none'),
      (step->>'day')::date, (step->>'total')::int, (step->>'sales')::bigint
    from events e, jsonb_array_elements(e.payload->'counts') step
    where e.business_id = current_business()
      and (e.xid, e.id) > (select p.xid, p.id from relay_position p where p.reader = 'relay');
end $$;

-- The counters that a lead stands in: with a campaign (nil: all) those of campaign_…_counts, without those of lead_…_counts.
create function lead_facets(campaign text, status text, source text, response text)
  returns table (campaign_id uuid, facet text, key text) language sql immutable parallel safe rows 12 as $$
  select * from (values
    (null::uuid, 'all', ''), (null, 'campaign', $1), (null, 'status', $2), (null, 'source', $3),
    ('00000000-0000-0000-0000-000000000000', 'all', ''), ('00000000-0000-0000-0000-000000000000', 'status', $2),
    ('00000000-0000-0000-0000-000000000000', 'source', $3), ('00000000-0000-0000-0000-000000000000', 'response', $4),
    ($1::uuid, 'all', ''), ($1::uuid, 'status', $2), ($1::uuid, 'source', $3), ($1::uuid, 'response', $4)) facets
$$;

-- What a counter lacks (or has too much, below zero). `level`: 'day', 'month', or 'total' (lead_counts; `day` is null).
create type counter_drift as (level text, campaign_id uuid, facet text, key text, day date, total bigint, sales bigint);

-- The counters of days against the leads of those days: leads − steps not rolled up yet − counters. One statement, so one
-- moment, whatever happens meanwhile. With app.business_id set to the business.
create function lead_day_drifts(business uuid, first date, past date) returns setof counter_drift
  language sql stable as $$
  with weighed as (
    select l.campaign_id::text as campaign_id, l.status_id::text as status_id, l.source,
      response_step(seconds_to(l.created_at, l.first_response_at)) as response,
      day_of(l.created_at) as day, 1 as total, case when s.type = 'Won' then coalesce(l.value, 0) else 0 end as sales
    from leads l join lead_statuses s on s.business_id = l.business_id and s.id = l.status_id
    where l.business_id = business and l.deleted_at is null and l.created_at >= start_of(first) and l.created_at < start_of(past)
    union all
    select u.campaign_id, u.status_id, u.source, u.response, u.day, -u.total, -u.sales
    from unrolled_lead_steps() u where u.day >= first and u.day < past),
  grouped as (
    select w.campaign_id, w.status_id, w.source, w.response, w.day, sum(w.total) as total, sum(w.sales) as sales
    from weighed w group by 1, 2, 3, 4, 5),
  compared as (
    select f.campaign_id, f.facet, f.key, g.day, g.total, g.sales
    from grouped g, lead_facets(g.campaign_id, g.status_id, g.source, g.response) f
    union all
    select null, c.facet, c.key, c.day, -c.total, -c.sales from lead_day_counts c
    where c.business_id = business and c.day >= first and c.day < past
    union all
    select c.campaign_id, c.facet, c.key, c.day, -c.total, -c.sales
    from (select id from campaigns where business_id = business union all select '00000000-0000-0000-0000-000000000000') k,
      unnest(array['all', 'status', 'source', 'response']) f(facet), campaign_day_counts c
    where c.business_id = business and c.campaign_id = k.id and c.facet = f.facet and c.day >= first and c.day < past)
  select 'day', c.campaign_id, c.facet, c.key, c.day, sum(c.total)::bigint, sum(c.sales)::bigint
  from compared c group by c.campaign_id, c.facet, c.key, c.day having sum(c.total) <> 0 or sum(c.sales) <> 0
$$;

-- The counters of months and totals against those of days.
create function lead_sum_drifts(business uuid) returns setof counter_drift language sql stable as $$
  with compared as (
    select 'month' as level, null::uuid as campaign_id, facet, key, month_of(day) as day, total, 0 as sales
      from lead_day_counts where business_id = business
    union all select 'month', null, facet, key, month, -total, 0 from lead_month_counts where business_id = business
    union all select 'month', campaign_id, facet, key, month_of(day), total, sales from campaign_day_counts where business_id = business
    union all select 'month', campaign_id, facet, key, month, -total, -sales from campaign_month_counts where business_id = business
    union all select 'total', null, facet, key, null, total, sales from lead_day_counts where business_id = business
    union all select 'total', null, facet, key, null, -total, -sales from lead_counts where business_id = business)
  select level, campaign_id, facet, key, day, sum(total)::bigint, sum(sales)::bigint
  from compared group by 1, 2, 3, 4, 5 having sum(total) <> 0 or sum(sales) <> 0
$$;

-- Gives the counters what they lack. Whoever calls it holds the relay's position, so that nothing else writes them.
create function mend_counters(business uuid, drifts counter_drift[]) returns void language sql as $$
  with drift as (select * from unnest(drifts)),
  days as (insert into lead_day_counts as c (business_id, facet, key, day, total, sales)
    select business, facet, key, day, total, sales from drift where level = 'day' and campaign_id is null
    on conflict (business_id, facet, key, day) do update set total = c.total + excluded.total, sales = c.sales + excluded.sales),
  months as (insert into lead_month_counts as c (business_id, facet, key, month, total)
    select business, facet, key, day, total from drift where level = 'month' and campaign_id is null
    on conflict (business_id, facet, key, month) do update set total = c.total + excluded.total),
  totals as (insert into lead_counts as c (business_id, facet, key, total, sales)
    select business, facet, key, total, sales from drift where level = 'total'
    on conflict (business_id, facet, key) do update set total = c.total + excluded.total, sales = c.sales + excluded.sales),
  campaign_days as (insert into campaign_day_counts as c (business_id, campaign_id, facet, day, key, total, sales)
    select business, campaign_id, facet, day, key, total, sales from drift where level = 'day' and campaign_id is not null
    on conflict (business_id, campaign_id, facet, day, key)
      do update set total = c.total + excluded.total, sales = c.sales + excluded.sales)
  insert into campaign_month_counts as c (business_id, campaign_id, facet, month, key, total, sales)
    select business, campaign_id, facet, day, key, total, sales from drift where level = 'month' and campaign_id is not null
    on conflict (business_id, campaign_id, facet, month, key)
      do update set total = c.total + excluded.total, sales = c.sales + excluded.sales
$$;

-- What is there already. The relay stands still meanwhile, and the policies let the worker see every business.
set local role leadline_worker;
select from relay_position where reader = 'relay' for update;
do $$ declare business uuid; begin
  for business in select business_id from businesses loop
    perform set_config('app.business_id', business::text, true);
    perform mend_counters(business, array(select lead_day_drifts(business, '1900-01-01', '2200-01-01')));
    perform mend_counters(business, array(select lead_sum_drifts(business)));
  end loop;
  perform set_config('app.business_id', '', true);
end $$;
reset role;
