-- Leads are counted by person, too (docs/decisions/0039-board.md): the facet 'assigned' of lead_counts, lead_day_counts and
-- lead_month_counts, with the person's id, or 'none'. A list of the unassigned leads is read in its order.
create index leads_unassigned on leads (business_id, created_at, id) where deleted_at is null and assigned_to is null;

-- Events of before do not name the person, so those that the relay has not applied yet change none of these counters: they
-- begin with what the leads hold now.
set local role leadline_worker;
-- Only the holder writes the counters.
select from relay_position where reader = 'relay' for update;

create temporary table by_person on commit drop as
  select l.business_id, coalesce(l.assigned_to::text, 'none') as key, (l.created_at at time zone 'Asia/Jerusalem')::date as day,
    count(*) as total, sum(case when s.type = 'Won' then coalesce(l.value, 0) else 0 end) as sales,
    coalesce(sum(l.value), 0) as value
  from leads l join lead_statuses s on s.business_id = l.business_id and s.id = l.status_id
  where l.deleted_at is null group by 1, 2, 3;

insert into lead_counts (business_id, facet, key, total, sales, value)
  select business_id, 'assigned', key, sum(total), sum(sales), sum(value) from by_person group by 1, 3;
insert into lead_day_counts (business_id, facet, key, day, total, sales, value)
  select business_id, 'assigned', key, day, total, sales, value from by_person;
insert into lead_month_counts (business_id, facet, key, month, total)
  select business_id, 'assigned', key, date_trunc('month', day::timestamp)::date, sum(total) from by_person group by 1, 3, 4;
reset role;
