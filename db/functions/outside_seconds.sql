set local role leadline_search;

-- Seconds used on the operator's trunk since a moment, by business. An ongoing call counts with the seconds it was granted.
-- An ended call counts each of its outside phones up to the reported end, or else to the end of the call, but never more
-- than was granted, because the provider disconnects at that point.
create function outside_seconds(since timestamptz) returns table (business_id uuid, used int)
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

-- Grants a step of a call a quarter of the seconds that are left today: at least a minute, at most `most` seconds, 0 if
-- nothing is left. The lock makes grants sequential, so that their sum never exceeds a ceiling.
create function grant_outside_seconds(business uuid, call uuid, of_step smallint, since timestamptz, at timestamptz,
  of_business int, of_installation int, most int) returns int
  language plpgsql security definer set search_path = public, pg_temp as $$
declare granted int; remaining int;
begin
  perform pg_advisory_xact_lock(hashtext('outside seconds'));
  select o.granted_s into granted from outside_calls o
    where o.business_id = business and o.call_id = call and o.step = of_step;
  if found then return granted; end if;
  select least(of_business - coalesce(sum(s.used) filter (where s.business_id = business), 0),
    of_installation - coalesce(sum(s.used), 0)) into remaining from outside_seconds(since) s;
  if remaining < 60 then return 0; end if;
  granted := least(most, greatest(60, remaining / 4));
  insert into outside_calls values (business, call, of_step, granted, at);
  return granted;
end $$;

revoke all on function outside_seconds, grant_outside_seconds from public;
grant execute on function outside_seconds, grant_outside_seconds to leadline_app;
grant execute on function outside_seconds to leadline_worker;
reset role;
