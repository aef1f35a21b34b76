-- A page that is loaded again in a call says so before it goes: its call is then rung at the same person once more.
-- Good for seconds, so that it needs no reference to the call.
alter table softphones add column left_call_id uuid, add column left_at timestamptz;

grant create on schema public to leadline_search;
set local role leadline_search;

-- A phone of which no end was reported counts until its call ended, and until now where that is not known either; never
-- more than it was granted, at which the provider cuts it off. A call that goes on counts what it was granted.
create or replace function outside_seconds(since timestamptz) returns table (business_id uuid, used int)
  language sql stable security definer set search_path = public, pg_temp as $$
  select o.business_id, sum(case when c.state = 'ended' then (
      select coalesce(sum(case
        when a.ended_at is not null then greatest(0, ceil(extract(epoch from a.ended_at - a.answered_at)))
        else least(o.granted_s, greatest(0, ceil(extract(epoch from coalesce(c.ended_at, now()) - a.answered_at)))) end), 0)
      from call_attempts a
      where a.business_id = o.business_id and a.call_id = o.call_id and a.step = o.step and a.kind = 'phone')
    else o.granted_s end)::int
  from outside_calls o left join calls c on c.business_id = o.business_id and c.id = o.call_id
  where o.created_at >= since group by o.business_id
$$;

reset role;
revoke create on schema public from leadline_search;

-- Of a call that was taken up again, or handed on, the longest talk is shown: its newest part may be the shortest.
create or replace function show_recording() returns trigger language plpgsql as $$
begin
  perform from calls c where c.business_id = new.business_id and c.id = new.call_id for no key update;
  update calls c set
    recording = (select jsonb_build_object('kind', r.kind, 'state', r.state, 'seconds', r.seconds, 'channels', r.channels,
        'purgedAt', (to_json(r.purged_at at time zone 'UTC') #>> '{}') || 'Z')
      from recordings r where r.business_id = c.business_id and r.call_id = c.id
      order by r.kind, r.seconds desc nulls last, r.created_at desc limit 1),
    has_recording = exists (select from recordings r
      where r.business_id = c.business_id and r.call_id = c.id and r.state = 'stored')
  where c.business_id = new.business_id and c.id = new.call_id;
  return null;
end $$;
