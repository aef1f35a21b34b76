-- Calls and leads by weekday and hour, and saved views of the list of calls (docs/decisions/0065-dashboard-of-calls.md).

alter table lead_views rename to saved_views;
alter table lead_view_defaults rename to saved_view_defaults;
alter table saved_views rename constraint lead_views_pkey to saved_views_pkey;
alter index lead_views_deleted rename to saved_views_deleted;
alter index lead_view_defaults_view rename to saved_view_defaults_view;
-- The list that a view shows.
alter table saved_views add column list text not null default 'leads' check (list in ('leads', 'calls'));
alter table saved_views alter column list drop default;
drop index lead_views_shared_name, lead_views_own_name;
create unique index saved_views_shared_name on saved_views (business_id, list, lower(name))
  where is_shared and deleted_at is null;
create unique index saved_views_own_name on saved_views (business_id, owner_id, list, lower(name))
  where not is_shared and deleted_at is null;
-- Each list opens with a view of its own.
alter table saved_view_defaults add column list text not null default 'leads' check (list in ('leads', 'calls'));
alter table saved_view_defaults alter column list drop default;
alter table saved_view_defaults drop constraint lead_view_defaults_pkey;
alter table saved_view_defaults add constraint saved_view_defaults_pkey primary key (business_id, user_id, list);

drop function if exists call_condition, leads_with_text(call_filter), newest_calls_with_text, search_calls, count_found_calls,
  find_calls;
alter type call_filter add attribute weekdays int[];
alter type call_filter add attribute hours int[];
alter type call_filter add attribute rang uuid[];

-- The counters of what is stored by now. An event from before has no hour, so the relay adds none for it.
set local role leadline_worker;
-- Only the holder writes the counters.
select from relay_position where reader = 'relay' for update;
with weighed as (
  select c.business_id, c.campaign_id, c.status, (c.started_at at time zone 'Asia/Jerusalem') as clock,
    case when c.status = 'Answered' then coalesce(c.ring_s, 0) else 0 end as wait,
    case when c.status = 'Answered' then c.talk_s else 0 end as talk
  from calls c
  where c.direction = 'inbound' and c.status is not null and c.campaign_id is not null and not c.is_test),
faceted as materialized (
  select w.business_id, place.id as campaign_id, f.facet, w.clock::date as day,
    (extract(dow from w.clock) * 24 + extract(hour from w.clock))::int::text as key,
    count(*) as total, sum(w.wait) as wait, sum(w.talk) as talk
  from weighed w, (values ('hour'), ('hourMissed')) f(facet),
    lateral (values ('00000000-0000-0000-0000-000000000000'::uuid), (w.campaign_id)) place(id)
  where f.facet = 'hour' or w.status in ('Not Answered', 'Busy', 'Caller Canceled', 'Out of Time')
  group by 1, 2, 3, 4, 5),
by_day as (
  insert into call_day_counts (business_id, campaign_id, facet, day, key, total, wait, talk)
  select business_id, campaign_id, facet, day, key, total, wait, talk from faceted),
by_month as (
  insert into call_month_counts (business_id, campaign_id, facet, month, key, total, wait, talk)
  select business_id, campaign_id, facet, date_trunc('month', day)::date, key, sum(total), sum(wait), sum(talk)
  from faceted group by 1, 2, 3, 4, 5)
insert into call_counts (business_id, campaign_id, facet, key, total, wait, talk)
select business_id, campaign_id, facet, key, sum(total), sum(wait), sum(talk) from faceted group by 1, 2, 3, 4;

with weighed as (
  select l.business_id, l.campaign_id, (l.created_at at time zone 'Asia/Jerusalem') as clock,
    case when s.type = 'Won' then coalesce(l.value, 0) else 0 end as sales, coalesce(l.value, 0) as value
  from leads l join lead_statuses s on s.business_id = l.business_id and s.id = l.status_id
  where l.deleted_at is null),
faceted as materialized (
  select w.business_id, place.id as campaign_id, w.clock::date as day,
    (extract(dow from w.clock) * 24 + extract(hour from w.clock))::int::text as key,
    count(*) as total, sum(w.sales) as sales, sum(w.value) as value
  from weighed w, lateral (values ('00000000-0000-0000-0000-000000000000'::uuid), (w.campaign_id)) place(id)
  group by 1, 2, 3, 4),
by_day as (
  insert into campaign_day_counts (business_id, campaign_id, facet, day, key, total, sales, value)
  select business_id, campaign_id, 'hour', day, key, total, sales, value from faceted)
insert into campaign_month_counts (business_id, campaign_id, facet, month, key, total, sales, value)
select business_id, campaign_id, 'hour', date_trunc('month', day)::date, key, sum(total), sum(sales), sum(value)
from faceted group by 1, 2, 3, 4, 5;
reset role;
