set local role leadline_search;

-- Writes an account event, such as a sign-in, to each business of the person.
create function emit_account_event(person uuid, event_name text, by_whom jsonb, about jsonb, private jsonb) returns void
  language sql volatile security definer set search_path = public, pg_temp as $$
  insert into events (business_id, id, campaign_id, name, actor, payload, personal)
  select m.business_id, gen_random_uuid(), '00000000-0000-0000-0000-000000000000', event_name, by_whom, about, private
  from memberships m join businesses b using (business_id)
  where m.user_id = person and m.suspended_at is null and b.erasing_since is null
    and (event_name like 'session.%' or event_name like 'account.%')
$$;

revoke all on function emit_account_event from public;
grant execute on function emit_account_event to leadline_app, leadline_worker;
reset role;
