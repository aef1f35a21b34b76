-- Virtual numbers, the accounts that they are bought with, and who may not call them.

-- A business's account with a provider of numbers. Secrets are sealed with the installation's key.
create table voice_connections (
  business_id uuid not null references businesses,
  id uuid not null,
  provider text not null check (provider in ('twilio', 'local')),
  account_sid text not null,
  auth_token bytea not null,
  -- The previous token, while hooks signed with it may still arrive.
  previous_token bytea,
  api_key_sid text,
  api_key_secret bytea,
  state text not null default 'active' check (state in ('active', 'failing')),
  error text,
  checked_at timestamptz,
  created_by uuid references users,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- When the token was replaced.
  rotated_at timestamptz,
  primary key (business_id, id)
);
create unique index voice_connections_live on voice_connections (business_id, provider) where deleted_at is null;
create unique index voice_connections_id on voice_connections (id);

create table virtual_numbers (
  business_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  campaign_id uuid,
  -- E.164.
  phone text not null collate "C",
  provider_sid text not null,
  label text not null default '',
  state text not null default 'active' check (state in ('active', 'paused', 'releasing', 'quarantined', 'released')),
  sms boolean not null default false,
  -- contract/calls/numbers.ts
  routing jsonb not null,
  created_by uuid references users,
  created_at timestamptz not null default now(),
  released_at timestamptz,
  -- A release that the provider has not confirmed: the next try, and the number of tries.
  release_at timestamptz,
  release_tries smallint not null default 0,
  primary key (business_id, id),
  foreign key (business_id, connection_id) references voice_connections,
  foreign key (business_id, campaign_id) references campaigns
);
-- Across businesses: a number belongs to one of them.
create unique index virtual_numbers_phone on virtual_numbers (phone) where state in ('active', 'paused', 'releasing');
create index virtual_numbers_newest on virtual_numbers (business_id, created_at, id);
create index virtual_numbers_called on virtual_numbers (business_id, phone);
create index virtual_numbers_campaign on virtual_numbers (business_id, campaign_id) where campaign_id is not null;
create index virtual_numbers_quarantine on virtual_numbers (released_at) where state in ('releasing', 'quarantined');
create index virtual_numbers_releasing on virtual_numbers (release_at) where state = 'releasing';

-- Orders of numbers, written before the provider answers. Providers offer no idempotency, so an order is looked up before
-- it is sent again.
create table number_orders (
  business_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  campaign_id uuid,
  phone text not null collate "C",
  label text not null default '',
  routing jsonb not null,
  state text not null default 'ordering' check (state in ('ordering', 'done', 'failed')),
  error text,
  number_id uuid,
  created_by uuid references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (business_id, id),
  foreign key (business_id, connection_id) references voice_connections,
  foreign key (business_id, campaign_id) references campaigns
);
create unique index number_orders_running on number_orders (phone) where state = 'ordering';
create index number_orders_open on number_orders (updated_at) where state = 'ordering';

create table blacklist (
  business_id uuid not null references businesses,
  id uuid not null,
  -- Null: in the whole business.
  campaign_id uuid,
  kind text not null check (kind in ('number', 'prefix', 'withheld')),
  -- E.164 or its beginning; '' for callers who hide it.
  phone text not null collate "C",
  reason text not null default '',
  created_by uuid references users,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  -- Calls that were turned away.
  blocked int not null default 0,
  primary key (business_id, id),
  foreign key (business_id, campaign_id) references campaigns
);
create unique index blacklist_entry on blacklist (business_id, kind, phone, campaign_id) nulls not distinct;
create index blacklist_newest on blacklist (business_id, created_at, id);

-- Members whose phone in the browser is open.
create table softphones (
  business_id uuid not null,
  user_id uuid not null,
  state text not null check (state in ('available', 'away')),
  seen_at timestamptz not null,
  left_call_id uuid,
  left_at timestamptz,
  primary key (business_id, user_id),
  foreign key (business_id, user_id) references memberships on delete cascade
);

-- What an erased business still has at its providers, until it is released there. No row names the business: only the
-- account with its sealed secret, and the provider's ids.
create table provider_cleanup_tasks (
  id uuid primary key default gen_random_uuid(),
  connection_id uuid not null,
  provider text not null check (provider in ('twilio', 'local')),
  account_sid text not null,
  auth_token bytea not null,
  -- An order may or may not have been fulfilled.
  kind text not null check (kind in ('number', 'order', 'recording')),
  -- The provider's id; the phone of an order.
  sid text not null,
  phone text,
  due_at timestamptz not null default now(),
  tries smallint not null default 0,
  unique (connection_id, kind, sid)
);
create index provider_cleanup_tasks_due on provider_cleanup_tasks (due_at);

call isolate_by_business('voice_connections', 'virtual_numbers', 'number_orders', 'blacklist', 'softphones');
create policy cross_tenants on voice_connections to leadline_search using (true);
create policy cross_tenants on virtual_numbers to leadline_search using (true);
grant select, insert, update on voice_connections, virtual_numbers, number_orders, softphones to leadline_app;
grant select, insert, update, delete on blacklist to leadline_app;
grant select, insert, update on provider_cleanup_tasks to leadline_worker;
-- For the erasure of people.
grant update (routing) on virtual_numbers to leadline_worker;
grant update (routing) on number_orders to leadline_worker;
grant select on voice_connections, virtual_numbers to leadline_search;
