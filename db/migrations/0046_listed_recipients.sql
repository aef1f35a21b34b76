-- Addresses that campaigns list and that are no proved ones of members: they get notices once they confirmed. One without a
-- row was not asked yet, and gets none.
create table listed_recipients (
  business_id uuid not null references businesses,
  -- Its link bears it, signed with the installation's key.
  id uuid not null,
  channel text not null check (channel in ('mail', 'sms')),
  -- An e-mail address, or a phone in E.164.
  address text not null,
  -- Of what it is sent.
  language text not null,
  state text not null default 'asked' check (state in ('asked', 'confirmed', 'refused')),
  -- The last time, and how often.
  asked_at timestamptz not null,
  asks smallint not null default 1,
  decided_at timestamptz,
  primary key (business_id, id),
  unique (business_id, channel, address),
  unique (id),
  check ((state = 'asked') = (decided_at is null))
);
do $$ declare t text; begin
  foreach t in array array['listed_recipients'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I to leadline_app using (business_id = current_business())', t);
    execute format('grant select, insert, update on %I to leadline_app', t);
    execute format('create policy every_tenant on %I to leadline_worker using (true)', t);
    execute format('grant select, delete on %I to leadline_worker', t);
    execute format('create policy cross_tenants on %I to leadline_search using (true)', t);
    execute format('grant select on %I to leadline_search', t);
  end loop;
end $$;

-- Where a recipient who is no member says that they want no more; cleared with the words once it is sent.
alter table messages add column unsubscribe_url text;

grant create on schema public to leadline_search;
set local role leadline_search;
-- Who opens a link belongs to no business: the link says which one.
create function find_business_of_recipient(wanted uuid) returns uuid
  language sql stable security definer set search_path = public, pg_temp as $$
  select r.business_id from listed_recipients r join businesses b using (business_id)
  where r.id = wanted and b.erasing_since is null
$$;
revoke all on function find_business_of_recipient(uuid) from public;
grant execute on function find_business_of_recipient(uuid) to leadline_app;
reset role;
revoke create on schema public from leadline_search;

-- The people of the demo have addresses that nobody else can prove.
update users set email_verified_at = created_at where is_demo and email_verified_at is null;
