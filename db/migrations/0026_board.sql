-- The board of leads (docs/decisions/0039-board.md): sums of value for the counters of leads, and an index that holds the
-- leads of a status in a campaign in the order of the list.
create index leads_campaign_status on leads (business_id, campaign_id, status_id, created_at, id) where deleted_at is null;

-- Agorot of all live leads; `sales` are those of won ones.
alter table lead_counts add column value bigint not null default 0;
alter table lead_day_counts add column value bigint not null default 0;
alter table campaign_day_counts add column value bigint not null default 0;
alter table campaign_month_counts add column value bigint not null default 0;

drop function if exists repair_lead_counters, lead_day_drifts, lead_sum_drifts;
alter type counter_drift add attribute value bigint;

-- The sums of before. Events of before bear no value, so those that the relay has not applied yet change no sum: the sums
-- begin with what the leads hold now.
set local role leadline_worker;
-- Only the holder writes the counters.
select from relay_position where reader = 'relay' for update;

create temporary table valued on commit drop as
  -- The steps are those of response_step, which a new database does not have yet.
  select l.business_id, l.campaign_id, l.status_id::text as status, l.source,
    (l.created_at at time zone 'Asia/Jerusalem')::date as day,
    case
      when seconds is null then 'none'
      when seconds < 300 then (seconds - seconds % 30)::text
      when seconds < 900 then (seconds - seconds % 60)::text
      when seconds < 3600 then (seconds - seconds % 300)::text
      when seconds < 14400 then (seconds - seconds % 900)::text
      when seconds < 86400 then (seconds - seconds % 7200)::text
      when seconds < 604800 then (seconds - seconds % 86400)::text
      else least(seconds - seconds % 604800, 7862400)::text end as response,
    sum(l.value) as value
  from leads l, lateral (select seconds_to(l.created_at, l.first_response_at)) times (seconds)
  where l.deleted_at is null and l.value <> 0
  group by 1, 2, 3, 4, 5, 6;

create temporary table spread on commit drop as
  select v.business_id, f.campaign_id, f.facet, f.key, v.day, sum(v.value) as value
  from valued v, lateral (values
    (null::uuid, 'all', ''), (null, 'campaign', v.campaign_id::text), (null, 'status', v.status), (null, 'source', v.source),
    ('00000000-0000-0000-0000-000000000000', 'all', ''), ('00000000-0000-0000-0000-000000000000', 'status', v.status),
    ('00000000-0000-0000-0000-000000000000', 'source', v.source), ('00000000-0000-0000-0000-000000000000', 'response', v.response),
    (v.campaign_id, 'all', ''), (v.campaign_id, 'status', v.status), (v.campaign_id, 'source', v.source),
    (v.campaign_id, 'response', v.response)) f (campaign_id, facet, key)
  group by 1, 2, 3, 4, 5;

insert into lead_counts as c (business_id, facet, key, total, sales, value)
  select business_id, facet, key, 0, 0, sum(value) from spread where campaign_id is null group by 1, 2, 3
  on conflict (business_id, facet, key) do update set value = excluded.value;
insert into lead_day_counts as c (business_id, facet, key, day, total, sales, value)
  select business_id, facet, key, day, 0, 0, value from spread where campaign_id is null
  on conflict (business_id, facet, key, day) do update set value = excluded.value;
insert into campaign_day_counts as c (business_id, campaign_id, facet, day, key, total, sales, value)
  select business_id, campaign_id, facet, day, key, 0, 0, value from spread where campaign_id is not null
  on conflict (business_id, campaign_id, facet, day, key) do update set value = excluded.value;
insert into campaign_month_counts as c (business_id, campaign_id, facet, month, key, total, sales, value)
  select business_id, campaign_id, facet, date_trunc('month', day::timestamp)::date, key, 0, 0, sum(value)
  from spread where campaign_id is not null group by 1, 2, 3, 4, 5
  on conflict (business_id, campaign_id, facet, month, key) do update set value = excluded.value;
reset role;
