-- The audit log reads the events (docs/decisions/0022-audit-log.md).

alter table events
  -- The person who did it, where it was one.
  add column user_id uuid generated always as ((actor ->> 'userId')::uuid) stored;
create index events_of_person on events (business_id, user_id, xid, id) where user_id is not null;
-- What is rare among leads that arrive and phones that ring; a row of those pays for no further index.
create index events_aside on events (business_id, xid, id)
  where lead_id is null and name not in ('call.started', 'call.changed', 'call.ended');

-- With what the first step was taken, for the event of the sign-in.
alter table second_steps add column way text not null default 'password' check (way in ('password', 'google'));

-- What a person does with their account concerns each of their businesses: across tenants, as own_businesses().
create policy cross_tenants on events for insert to leadline_search with check (true);
grant insert on events to leadline_search;
grant create on schema public to leadline_search;
set local role leadline_search;
create function emit_of_account(person uuid, event_name text, by_whom jsonb, about jsonb, private jsonb) returns void
  language sql volatile security definer set search_path = public, pg_temp as $$
  insert into events (business_id, id, campaign_id, name, actor, payload, personal)
  select m.business_id, gen_random_uuid(), '00000000-0000-0000-0000-000000000000', event_name, by_whom, about, private
  from memberships m join businesses b using (business_id)
  where m.user_id = person and m.suspended_at is null and b.erasing_since is null
    and (event_name like 'session.%' or event_name like 'account.%')
$$;
revoke all on function emit_of_account(uuid, text, jsonb, jsonb, jsonb) from public;
grant execute on function emit_of_account(uuid, text, jsonb, jsonb, jsonb) to leadline_app;
reset role;
revoke create on schema public from leadline_search;
