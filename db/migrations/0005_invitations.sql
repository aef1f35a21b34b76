-- Invitations into a business, and requests to join one.

create table invitations (
  business_id uuid not null references businesses,
  id uuid not null,
  -- One of the two: only an account with this address or phone may accept.
  email text check (email = lower(email)),
  phone text,
  role text not null check (role in ('Owner', 'Affiliate', 'Lead', 'Writer', 'Reader')),
  message text not null default '',
  language text not null,
  -- Who sent it last. The invitation ends when this person is no Owner any more.
  invited_by uuid not null references users,
  created_at timestamptz not null,
  -- Null: given as a link only.
  sent_at timestamptz,
  -- When the last of its links expires.
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
-- One open invitation for each address.
create unique index invitations_open_email on invitations (business_id, email)
  where accepted_at is null and revoked_at is null;
create unique index invitations_open_phone on invitations (business_id, phone)
  where accepted_at is null and revoked_at is null;

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

-- An invitation that was sent again has several links, each with its own expiry.
create table invitation_links (
  business_id uuid not null,
  token_hash bytea not null,
  invitation_id uuid not null,
  expires_at timestamptz not null,
  -- A mailed link proves that mail to the invited address reaches the person. A link that was shown to its author does not.
  is_mailed boolean not null default false,
  primary key (business_id, token_hash),
  foreign key (business_id, invitation_id) references invitations on delete cascade
);
create unique index invitation_links_hash on invitation_links (token_hash);
create index invitation_links_of_invitation on invitation_links (business_id, invitation_id);

-- The public link of a business, with which people ask to join.
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
  -- Where the link stood, as the link says.
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

call isolate_by_business('invitations', 'invitation_campaigns', 'invitation_links', 'join_links', 'join_requests');
create policy cross_tenants on invitation_links to leadline_search using (true);
create policy cross_tenants on join_links to leadline_search using (true);
create policy cross_tenants on join_requests to leadline_search using (true);
grant select, insert, update, delete on invitations, invitation_campaigns to leadline_app;
grant select, insert, update on invitation_links, join_links, join_requests to leadline_app;
grant select on invitation_links, join_links, join_requests to leadline_search;
