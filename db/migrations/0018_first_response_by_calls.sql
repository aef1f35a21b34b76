-- An answered call counts as the first response to its lead (docs/decisions/0016-dashboard.md). Leads of before get the
-- response that their calls gave, and the counters of response times move with them. No events: a database that was
-- restored into another cluster begins its epoch of events only after the migrations.
set local role leadline_worker;
-- Only the holder writes the counters.
select from relay_position where reader = 'relay' for update;

with answered as (
  select c.business_id, c.lead_id, min(case
      when l.source = 'call' and l.created_at >= c.started_at - interval '1 second' then l.created_at
      else greatest(l.created_at, c.answered_at) end) as at
  from calls c join leads l on l.business_id = c.business_id and l.id = c.lead_id
  where c.answered_at is not null and c.campaign_id is not null and not c.is_test
  group by 1, 2),
recomputed as (
  select l.business_id, l.id, l.campaign_id, l.status_id, l.value, l.created_at, l.deleted_at, l.first_response_at, a.at
  from answered a join leads l on l.business_id = a.business_id and l.id = a.lead_id
  where l.first_response_at is null or l.first_response_at > a.at
  for no key update of l),
written as (
  update leads l set first_response_at = r.at from recomputed r where l.business_id = r.business_id and l.id = r.id),
-- The steps are those of response_step, which a new database does not have yet.
moved as (
  select r.business_id, r.campaign_id, (r.created_at at time zone 'Asia/Jerusalem')::date as day, sign,
    sign * case when s.type = 'Won' then coalesce(r.value, 0) else 0 end as sales,
    case
      when seconds is null then 'none'
      when seconds < 300 then (seconds - seconds % 30)::text
      when seconds < 900 then (seconds - seconds % 60)::text
      when seconds < 3600 then (seconds - seconds % 300)::text
      when seconds < 14400 then (seconds - seconds % 900)::text
      when seconds < 86400 then (seconds - seconds % 7200)::text
      when seconds < 604800 then (seconds - seconds % 86400)::text
      else least(seconds - seconds % 604800, 7862400)::text end as key
  from recomputed r
    join lead_statuses s on s.business_id = r.business_id and s.id = r.status_id,
    lateral (values (-1, r.first_response_at), (1, r.at)) sides (sign, responded_at),
    lateral (select seconds_to(r.created_at, responded_at)) times (seconds)
  where r.deleted_at is null),
spread as (
  select m.business_id, campaigns.campaign_id, m.day, m.key, sum(m.sign) as total, sum(m.sales) as sales
  from moved m, lateral (values (m.campaign_id), ('00000000-0000-0000-0000-000000000000')) campaigns (campaign_id)
  group by 1, 2, 3, 4),
by_day as (
  insert into campaign_day_counts as c (business_id, campaign_id, facet, day, key, total, sales)
  select business_id, campaign_id, 'response', day, key, total, sales from spread where total <> 0 or sales <> 0
  on conflict (business_id, campaign_id, facet, day, key)
    do update set total = c.total + excluded.total, sales = c.sales + excluded.sales)
insert into campaign_month_counts as c (business_id, campaign_id, facet, month, key, total, sales)
select business_id, campaign_id, 'response', date_trunc('month', day::timestamp)::date, key, sum(total), sum(sales)
from spread group by 1, 2, 4, 5
on conflict (business_id, campaign_id, facet, month, key)
  do update set total = c.total + excluded.total, sales = c.sales + excluded.sales;
