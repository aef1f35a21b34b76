-- What is counted of calls: all of them, by status, by who answered and by who let it ring; by days and months of their
-- start, for each campaign and for all. As with leads (0009), the relay keeps the counters and a nightly audit holds them
-- against the calls. A call that goes on, one without a campaign and one that tries a number out are not in them: they are
-- read where totals are.

-- Maintained by the relay alone. The nil campaign stands for all campaigns together; facet and key: 'all' '',
-- 'status' <status>, 'answered' <user>, 'missed' <user>.
create table call_day_counts (
  business_id uuid not null,
  campaign_id uuid not null,
  facet text not null,
  day date not null,
  key text not null,
  total bigint not null,
  -- Seconds until somebody answered, and of talk, of answered calls.
  wait bigint not null,
  talk bigint not null,
  primary key (business_id, campaign_id, facet, day, key)
);
create table call_month_counts (
  business_id uuid not null,
  campaign_id uuid not null,
  facet text not null,
  -- Its first day.
  month date not null,
  key text not null,
  total bigint not null,
  wait bigint not null,
  talk bigint not null,
  primary key (business_id, campaign_id, facet, month, key)
);

do $$ declare t text; begin
  foreach t in array array['call_day_counts', 'call_month_counts'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I to leadline_app using (business_id = current_business())', t);
    execute format('grant select on %I to leadline_app', t);
    execute format('create policy every_tenant on %I to leadline_worker using (true)', t);
    execute format('grant select, insert, update on %I to leadline_worker', t);
  end loop;
end $$;

create index calls_tests on calls (business_id, started_at, id) where is_test;

-- Steps of calls (contract/events/events.ts) that the relay has not rolled up yet; a function as in 0003.
create function unrolled_call_steps()
  returns table (campaign_id text, status text, user_id text, missed_by jsonb, day date, total int, wait bigint, talk bigint)
  language plpgsql stable rows 10 set enable_seqscan = off set max_parallel_workers_per_gather = 0 as $$
begin
  return query
    select step->>'campaignId', step->>'status', step->>'userId', step->'missedBy',
      (step->>'day')::date, (step->>'total')::int, (step->>'wait')::bigint, (step->>'talk')::bigint
    from events e, jsonb_array_elements(e.payload->'calls') step
    where e.business_id = current_business()
      and (e.xid, e.id) > (select p.xid, p.id from relay_position p where p.reader = 'relay');
end $$;

-- The counters that a call stands in.
create function call_facets(campaign text, status text, answered text, missed jsonb)
  returns table (campaign_id uuid, facet text, key text) language sql immutable parallel safe rows 8 as $$
  select place.id, f.facet, f.key
  from (values ('00000000-0000-0000-0000-000000000000'::uuid), ($1::uuid)) place(id),
    (select 'all', '' union all select 'status', $2 union all select 'answered', $3 where $3 is not null
      union all select 'missed', jsonb_array_elements_text($4)) f(facet, key)
$$;

-- Who let a call ring, as callStep has it (server/features/calls/call-deltas.rules.ts).
create function missed_by(business uuid, call uuid, answered boolean) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(distinct a.user_id::text), '[]') from call_attempts a
  where a.business_id = business and a.call_id = call and a.user_id is not null and a.outcome is not null
    and not (answered and a.outcome = 'canceled')
    and not exists (select from call_attempts b where b.business_id = business and b.call_id = call and b.user_id = a.user_id and b.bridged)
$$;

-- As counter_drift (0009), of calls.
create type call_drift as (level text, campaign_id uuid, facet text, key text, day date, total bigint, wait bigint, talk bigint);

-- The counters of days against the calls of those days, in one moment. With app.business_id set to the business.
create function call_day_drifts(business uuid, first date, past date) returns setof call_drift language sql stable as $$
  with weighed as (
    select c.campaign_id::text as campaign_id, c.status, case when c.status = 'Answered' then c.answered_by::text end as user_id,
      missed_by(business, c.id, c.status = 'Answered') as missed_by, day_of(c.started_at) as day, 1 as total,
      case when c.status = 'Answered' then coalesce(c.ring_s, 0) else 0 end as wait,
      case when c.status = 'Answered' then c.talk_s else 0 end as talk
    from calls c
    where c.business_id = business and c.started_at >= start_of(first) and c.started_at < start_of(past)
      and c.status is not null and c.campaign_id is not null and not c.is_test
    union all
    select u.campaign_id, u.status, u.user_id, u.missed_by, u.day, -u.total, -u.wait, -u.talk
    from unrolled_call_steps() u where u.day >= first and u.day < past),
  grouped as (
    select w.campaign_id, w.status, w.user_id, w.missed_by, w.day, sum(w.total) as total, sum(w.wait) as wait, sum(w.talk) as talk
    from weighed w group by 1, 2, 3, 4, 5),
  compared as (
    select f.campaign_id, f.facet, f.key, g.day, g.total, g.wait, g.talk
    from grouped g, call_facets(g.campaign_id, g.status, g.user_id, g.missed_by) f
    union all
    select c.campaign_id, c.facet, c.key, c.day, -c.total, -c.wait, -c.talk
    from (select id from campaigns where business_id = business union all select '00000000-0000-0000-0000-000000000000') k,
      unnest(array['all', 'status', 'answered', 'missed']) f(facet), call_day_counts c
    where c.business_id = business and c.campaign_id = k.id and c.facet = f.facet and c.day >= first and c.day < past)
  select 'day', c.campaign_id, c.facet, c.key, c.day, sum(c.total)::bigint, sum(c.wait)::bigint, sum(c.talk)::bigint
  from compared c group by c.campaign_id, c.facet, c.key, c.day
  having sum(c.total) <> 0 or sum(c.wait) <> 0 or sum(c.talk) <> 0
$$;

-- The counters of months against those of days.
create function call_sum_drifts(business uuid) returns setof call_drift language sql stable as $$
  with compared as (
    select campaign_id, facet, key, month_of(day) as month, total, wait, talk from call_day_counts where business_id = business
    union all
    select campaign_id, facet, key, month, -total, -wait, -talk from call_month_counts where business_id = business)
  select 'month', campaign_id, facet, key, month, sum(total)::bigint, sum(wait)::bigint, sum(talk)::bigint
  from compared group by 2, 3, 4, 5 having sum(total) <> 0 or sum(wait) <> 0 or sum(talk) <> 0
$$;

-- Gives the counters what they lack. Whoever calls it holds the relay's position, so that nothing else writes them.
create function mend_call_counters(business uuid, drifts call_drift[]) returns void language sql as $$
  with drift as (select * from unnest(drifts)),
  days as (insert into call_day_counts as c (business_id, campaign_id, facet, day, key, total, wait, talk)
    select business, campaign_id, facet, day, key, total, wait, talk from drift where level = 'day'
    on conflict (business_id, campaign_id, facet, day, key) do update
      set total = c.total + excluded.total, wait = c.wait + excluded.wait, talk = c.talk + excluded.talk)
  insert into call_month_counts as c (business_id, campaign_id, facet, month, key, total, wait, talk)
    select business, campaign_id, facet, day, key, total, wait, talk from drift where level = 'month'
    on conflict (business_id, campaign_id, facet, month, key) do update
      set total = c.total + excluded.total, wait = c.wait + excluded.wait, talk = c.talk + excluded.talk
$$;

-- What is there already.
set local role leadline_worker;
select from relay_position where reader = 'relay' for update;
do $$ declare business uuid; begin
  for business in select business_id from businesses loop
    perform set_config('app.business_id', business::text, true);
    perform mend_call_counters(business, array(select call_day_drifts(business, '1900-01-01', '2200-01-01')));
    perform mend_call_counters(business, array(select call_sum_drifts(business)));
  end loop;
  perform set_config('app.business_id', '', true);
end $$;
reset role;
