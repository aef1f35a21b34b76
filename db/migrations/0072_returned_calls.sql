-- When a missed caller was reached (docs/decisions/0075-missed-and-returned.md): when someone first spoke with them after the
-- call, or the call was marked as returned. With the working minutes until then; null where they were not counted.
alter table calls add column reached_at timestamptz, add column reached_minutes real;
grant update (reached_at, reached_minutes) on calls to leadline_worker;

-- Rows of all businesses.
set local role leadline_worker;
update calls c set reached_at = f.at
from (select m.business_id, m.id, least(m.returned_at, spoken.at) as at
  from calls m cross join lateral (select min(greatest(b.started_at, b.answered_at)) as at from (
      select * from calls k where k.business_id = m.business_id and k.caller = m.caller and k.direction = 'inbound'
        and k.started_at > m.started_at
      union all select * from calls k where k.business_id = m.business_id and k.called = m.caller
        and k.direction = 'outbound' and k.started_at > m.started_at
      union all select * from calls k where k.business_id = m.business_id and k.lead_id = m.lead_id
        and k.started_at > m.started_at) b
    where not b.is_test and b.status = 'Answered' and b.reason is distinct from 'left_in_transfer') spoken
  where m.direction = 'inbound' and not m.is_test and m.caller is not null
    and (m.status in ('Not Answered', 'Busy', 'Caller Canceled', 'Out of Time') or m.reason = 'left_in_transfer')) f
where c.business_id = f.business_id and c.id = f.id and f.at is not null;
reset role;

-- Missed calls of a period are counted by reading this index alone.
create index calls_reached on calls (business_id, started_at) include (campaign_id, reached_at, reached_minutes)
  where direction = 'inbound' and not is_test and status in ('Not Answered', 'Busy', 'Caller Canceled', 'Out of Time');
