-- What is counted of calls, of all time: a list's total and the figures of all time need not add up its months.
-- Maintained by the relay alone, as call_month_counts (0013).
create table call_counts (
  business_id uuid not null,
  campaign_id uuid not null,
  facet text not null,
  key text not null,
  total bigint not null,
  wait bigint not null,
  talk bigint not null,
  primary key (business_id, campaign_id, facet, key)
);
alter table call_counts enable row level security;
alter table call_counts force row level security;
create policy tenant on call_counts to leadline_app using (business_id = current_business());
grant select on call_counts to leadline_app;
create policy every_tenant on call_counts to leadline_worker using (true);
grant select, insert, update on call_counts to leadline_worker;

-- The counters of months and of all time against those of days.
create or replace function call_sum_drifts(business uuid) returns setof call_drift language sql stable as $$
  with compared as (
    select 'month' as level, campaign_id, facet, key, month_of(day) as month, total, wait, talk
      from call_day_counts where business_id = business
    union all select 'month', campaign_id, facet, key, month, -total, -wait, -talk from call_month_counts where business_id = business
    union all select 'total', campaign_id, facet, key, null, total, wait, talk from call_day_counts where business_id = business
    union all select 'total', campaign_id, facet, key, null, -total, -wait, -talk from call_counts where business_id = business)
  select level, campaign_id, facet, key, month, sum(total)::bigint, sum(wait)::bigint, sum(talk)::bigint
  from compared group by 1, 2, 3, 4, 5 having sum(total) <> 0 or sum(wait) <> 0 or sum(talk) <> 0
$$;

create or replace function mend_call_counters(business uuid, drifts call_drift[]) returns void language sql as $$
  with drift as (select * from unnest(drifts)),
  days as (insert into call_day_counts as c (business_id, campaign_id, facet, day, key, total, wait, talk)
    select business, campaign_id, facet, day, key, total, wait, talk from drift where level = 'day'
    on conflict (business_id, campaign_id, facet, day, key) do update
      set total = c.total + excluded.total, wait = c.wait + excluded.wait, talk = c.talk + excluded.talk),
  months as (insert into call_month_counts as c (business_id, campaign_id, facet, month, key, total, wait, talk)
    select business, campaign_id, facet, day, key, total, wait, talk from drift where level = 'month'
    on conflict (business_id, campaign_id, facet, month, key) do update
      set total = c.total + excluded.total, wait = c.wait + excluded.wait, talk = c.talk + excluded.talk)
  insert into call_counts as c (business_id, campaign_id, facet, key, total, wait, talk)
    select business, campaign_id, facet, key, total, wait, talk from drift where level = 'total'
    on conflict (business_id, campaign_id, facet, key) do update
      set total = c.total + excluded.total, wait = c.wait + excluded.wait, talk = c.talk + excluded.talk
$$;

-- What is there already. The relay stands still meanwhile, and the policies let the worker see every business.
set local role leadline_worker;
select from relay_position where reader = 'relay' for update;
insert into call_counts (business_id, campaign_id, facet, key, total, wait, talk)
  select business_id, campaign_id, facet, key, sum(total), sum(wait), sum(talk) from call_month_counts group by 1, 2, 3, 4;
reset role;
