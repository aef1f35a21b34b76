-- What may be sent and called at the operator's cost: uses of a day (Asia/Jerusalem), for all processes at once.
create table ceiling_uses (
  day date not null,
  -- sms or mail.
  what text not null,
  -- installation, business:<id> or account:<id>.
  holder text not null,
  used int not null,
  primary key (day, what, holder)
);
grant select, insert, update, delete on ceiling_uses to leadline_worker;

alter table messages
  -- code: for a sign-in or a phone; account: to the holder of an account about it; notice: to members and confirmed
  -- recipients; stranger: to an address that nobody has confirmed.
  add column kind text not null default 'notice' check (kind in ('code', 'account', 'notice', 'stranger')),
  -- Whose ceiling it counts against: the person who caused it, else the creator of its business.
  add column account_id uuid,
  -- Why it was not sent: a ceiling, a country, a kind of number.
  add column refusal text;
create index messages_refused on messages (created_at) where refusal is not null;
create index messages_waiting on messages (channel) where state = 'queued' and attempts = 0;

alter table businesses
  add column created_by uuid,
  -- Since when the operator lets it call phones over the installation's own line.
  add column outside_lines_at timestamptz;
create index businesses_of_creator on businesses (created_by);
alter table businesses no force row level security;
alter table memberships no force row level security;
update businesses b set created_by = (select m.user_id from memberships m
  where m.business_id = b.business_id and m.role = 'Owner' order by m.joined_at, m.user_id limit 1);
alter table businesses force row level security;
alter table memberships force row level security;

-- Seconds granted to a step of a call that rings phones over the installation's line.
create table outside_calls (
  business_id uuid not null,
  call_id uuid not null,
  step smallint not null,
  granted_s int not null,
  created_at timestamptz not null,
  primary key (business_id, call_id, step)
);
create index outside_calls_age on outside_calls (created_at);
alter table outside_calls enable row level security;
alter table outside_calls force row level security;
create policy tenant on outside_calls to leadline_app using (business_id = current_business());
create policy every_tenant on outside_calls to leadline_worker using (true);
create policy cross_tenants on outside_calls to leadline_search using (true);
create policy cross_tenants on call_attempts to leadline_search using (true);
grant select, insert on outside_calls to leadline_search;
grant select on call_attempts to leadline_search;
grant select, delete on outside_calls to leadline_worker;

grant create on schema public to leadline_search;
set local role leadline_search;

-- How many businesses a person has created that still exist.
create function count_businesses_of(person uuid) returns int
  language sql stable security definer set search_path = public, pg_temp as $$
  select count(*)::int from businesses where created_by = person
$$;

-- Seconds of each business since a moment. A call that goes on counts what it was granted, one that ended what its
-- phones reported.
create function outside_seconds(since timestamptz) returns table (business_id uuid, used int)
  language sql stable security definer set search_path = public, pg_temp as $$
  select o.business_id, sum(case when c.state = 'ended' then (
      select coalesce(sum(greatest(0, ceil(extract(epoch from a.ended_at - a.answered_at)))), 0) from call_attempts a
      where a.business_id = o.business_id and a.call_id = o.call_id and a.step = o.step and a.kind = 'phone')
    else o.granted_s end)::int
  from outside_calls o left join calls c on c.business_id = o.business_id and c.id = o.call_id
  where o.created_at >= since group by o.business_id
$$;

-- Grants a step of a call a quarter of what is left of the day, at least a minute and at most `most` seconds; 0: nothing
-- is left. Grants are given one after the other, so that all of them together never exceed a ceiling.
create function take_outside_seconds(business uuid, call uuid, of_step smallint, since timestamptz, at timestamptz,
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

reset role;
revoke create on schema public from leadline_search;
revoke all on function count_businesses_of(uuid), outside_seconds(timestamptz),
  take_outside_seconds(uuid, uuid, smallint, timestamptz, timestamptz, int, int, int) from public;
grant execute on function count_businesses_of(uuid), outside_seconds(timestamptz),
  take_outside_seconds(uuid, uuid, smallint, timestamptz, timestamptz, int, int, int) to leadline_app;
grant execute on function outside_seconds(timestamptz) to leadline_worker;
