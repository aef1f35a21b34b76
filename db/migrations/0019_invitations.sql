-- People who are asked into a business, and people who ask to join one.

create table invitations (
  business_id uuid not null references businesses,
  id uuid not null,
  -- Either: only an account with this address or phone may accept.
  email text check (email = lower(email)),
  phone text,
  role text not null check (role in ('Owner', 'Affiliate', 'Lead', 'Writer', 'Reader')),
  message text not null default '',
  language text not null,
  -- Whoever sent it last answers for it: it ends with their being an Owner.
  invited_by uuid not null references users,
  created_at timestamptz not null,
  -- Null: handed over as a link only.
  sent_at timestamptz,
  -- When the last of its links ends.
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid references users,
  revoked_at timestamptz,
  -- When the invited person asked for a new link.
  asked_at timestamptz,
  primary key (business_id, id),
  check ((email is null) <> (phone is null))
);
create index invitations_newest on invitations (business_id, created_at desc, id desc);
-- One that can be accepted for each address.
create unique index invitations_open_email on invitations (business_id, email) where accepted_at is null and revoked_at is null;
create unique index invitations_open_phone on invitations (business_id, phone) where accepted_at is null and revoked_at is null;

create table invitation_campaigns (
  business_id uuid not null,
  invitation_id uuid not null,
  campaign_id uuid not null,
  role text not null check (role in ('Affiliate', 'Lead', 'Writer', 'Reader')),
  primary key (business_id, invitation_id, campaign_id),
  foreign key (business_id, invitation_id) references invitations on delete cascade,
  foreign key (business_id, campaign_id) references campaigns
);
create index invitation_campaigns_of_campaign on invitation_campaigns (business_id, campaign_id);

-- One sent again has several, each with an end of its own.
create table invitation_links (
  business_id uuid not null,
  token_hash bytea not null,
  invitation_id uuid not null,
  expires_at timestamptz not null,
  primary key (business_id, token_hash),
  foreign key (business_id, invitation_id) references invitations on delete cascade
);
create unique index invitation_links_hash on invitation_links (token_hash);
create index invitation_links_of_invitation on invitation_links (business_id, invitation_id);

-- The public link of a business: whoever knows it may ask to join, and nothing more.
create table join_links (
  business_id uuid primary key references businesses,
  key text not null unique,
  is_enabled boolean not null,
  renewed_at timestamptz not null
);

create table join_requests (
  business_id uuid not null references businesses,
  id uuid not null,
  user_id uuid not null references users,
  state text not null default 'New' check (state in ('New', 'Waiting', 'Paused')),
  note text not null default '',
  -- What the link that they came by says of where it stood.
  source text not null default '',
  asked_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references users,
  outcome text check (outcome in ('approved', 'declined', 'withdrawn', 'invited')),
  reason text not null default '',
  primary key (business_id, id),
  check ((decided_at is null) = (outcome is null))
);
create unique index join_requests_open on join_requests (business_id, user_id) where decided_at is null;
create index join_requests_waiting on join_requests (business_id, asked_at, id) where decided_at is null;
create index join_requests_of_user on join_requests (user_id);

do $$ declare t text; begin
  foreach t in array array['invitations', 'invitation_campaigns', 'invitation_links', 'join_links', 'join_requests'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I to leadline_app using (business_id = current_business())', t);
    execute format('grant select, insert, update on %I to leadline_app', t);
    execute format('create policy every_tenant on %I to leadline_worker using (true)', t);
    execute format('grant select on %I to leadline_worker', t);
  end loop;
end $$;
grant delete on invitations, invitation_campaigns to leadline_app;

-- Where an invitation stands; `ends`: its own end, or that of the link it was opened by.
create function invitation_state(accepted timestamptz, revoked timestamptz, is_answered_for boolean, ends timestamptz,
    at timestamptz) returns text language sql immutable parallel safe return
  case when accepted is not null then 'Accepted' when revoked is not null or not is_answered_for then 'Revoked'
    when ends <= at then 'Expired' else 'Pending' end;

-- Whoever opens a link belongs to no business yet: the link says which one. Nothing without its secret.
create policy cross_tenants on invitation_links to leadline_search using (true);
create policy cross_tenants on join_links to leadline_search using (true);
create policy cross_tenants on join_requests to leadline_search using (true);
grant select on invitation_links, join_links, join_requests to leadline_search;

create function find_invitation_link(wanted uuid, hash bytea) returns table (business_id uuid, expires_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  select l.business_id, l.expires_at from invitation_links l join businesses b using (business_id)
  where l.token_hash = hash and l.invitation_id = wanted and b.erasing_since is null
$$;

create function find_join_link(wanted text) returns table (business_id uuid, name text, image text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select l.business_id, b.name, b.image from join_links l join businesses b using (business_id)
  where l.key = wanted and l.is_enabled and b.closes_at is null
$$;

-- Where the person of the connection has asked to join; and nobody else.
create function own_join_requests()
  returns table (business_id uuid, id uuid, name text, image text, asked_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  select r.business_id, r.id, b.name, b.image, r.asked_at
  from join_requests r join businesses b using (business_id)
  where r.user_id = current_person() and r.decided_at is null and b.erasing_since is null
  order by r.asked_at desc
$$;

do $$ declare f regprocedure; begin
  grant create on schema public to leadline_search;
  foreach f in array array['find_invitation_link(uuid, bytea)', 'find_join_link(text)', 'own_join_requests()']::regprocedure[] loop
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to leadline_app', f);
    execute format('alter function %s owner to leadline_search', f);
  end loop;
  revoke create on schema public from leadline_search;
end $$;
