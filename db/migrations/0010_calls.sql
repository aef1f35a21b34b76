-- Virtual numbers, calls and their recordings.

-- Others than Owners hear calls by a grant: an Admin everywhere, others in a campaign of theirs.
alter table memberships add column hears_calls boolean not null default false;
alter table campaign_members add column hears_calls boolean not null default false;

-- A business's account with a provider of numbers. Secrets are sealed with the installation's key.
create table voice_connections (
  business_id uuid not null references businesses,
  id uuid not null,
  provider text not null check (provider in ('twilio', 'local')),
  account_sid text not null,
  auth_token bytea not null,
  -- The one before, while hooks signed with it may still be on their way.
  previous_token bytea,
  api_key_sid text,
  api_key_secret bytea,
  -- Where phones in the browser dial out through.
  application_sid text,
  state text not null default 'active' check (state in ('active', 'failing')),
  error text,
  checked_at timestamptz,
  created_by uuid references users,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
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
  primary key (business_id, id),
  foreign key (business_id, connection_id) references voice_connections,
  foreign key (business_id, campaign_id) references campaigns
);
-- Of all businesses: a number rings in one place.
create unique index virtual_numbers_phone on virtual_numbers (phone) where state in ('active', 'paused', 'releasing');
create index virtual_numbers_newest on virtual_numbers (business_id, created_at, id);
create index virtual_numbers_called on virtual_numbers (business_id, phone);
create index virtual_numbers_campaign on virtual_numbers (business_id, campaign_id) where campaign_id is not null;
create index virtual_numbers_quarantine on virtual_numbers (released_at) where state in ('releasing', 'quarantined');

-- What was asked of a provider, before the answer: it knows no idempotency, so an order is looked for before it is sent again.
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
  -- null: in the whole business.
  campaign_id uuid,
  kind text not null check (kind in ('number', 'prefix', 'withheld')),
  -- E.164 or its beginning; '' for callers who hide it.
  phone text not null collate "C",
  reason text not null default '',
  created_by uuid references users,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  -- Calls that it has turned away.
  blocked int not null default 0,
  primary key (business_id, id),
  foreign key (business_id, campaign_id) references campaigns
);
create unique index blacklist_entry on blacklist (business_id, kind, phone, campaign_id) nulls not distinct;
create index blacklist_newest on blacklist (business_id, created_at, id);

-- One row per call; what happened to it is in provider_events, and all of this follows from there.
create table calls (
  business_id uuid not null references businesses,
  id uuid not null,
  connection_id uuid not null,
  -- The provider's name for the caller's leg.
  provider_sid text not null,
  direction text not null default 'inbound' check (direction in ('inbound', 'outbound')),
  number_id uuid,
  campaign_id uuid,
  lead_id uuid,
  -- E.164; null: withheld.
  caller text collate "C",
  caller_last4 text generated always as (right(caller, 4)) stored,
  -- The number that was dialled.
  called text not null collate "C",
  is_first_time boolean not null default false,
  is_test boolean not null default false,
  -- What the caller gets, as it was decided when the call came in; null: the hook that decides never came.
  plan jsonb,
  state text not null default 'ringing' check (state in ('ringing', 'talking', 'voicemail', 'ended')),
  -- Null while the call goes on.
  status text check (status in ('Answered', 'Not Answered', 'Busy', 'Caller Canceled', 'Not Active', 'Blacklisted',
    'Out of Time', 'Unknown')),
  reason text,
  started_at timestamptz not null,
  answered_at timestamptz,
  ended_at timestamptz,
  -- Seconds until somebody answered or the call ended; of talk; of all.
  ring_s int,
  talk_s int not null default 0,
  total_s int,
  answered_by uuid,
  answered_phone text,
  is_abandoned boolean not null default false,
  has_recording boolean not null default false,
  -- When the provider is to be asked what became of it, and how often it was.
  check_at timestamptz,
  checks smallint not null default 0,
  primary key (business_id, id),
  foreign key (business_id, connection_id) references voice_connections,
  foreign key (business_id, number_id) references virtual_numbers,
  foreign key (business_id, campaign_id) references campaigns,
  foreign key (business_id, lead_id) references leads on delete set null (lead_id)
);
create unique index calls_sid on calls (business_id, connection_id, provider_sid);
create index calls_newest on calls (business_id, started_at, id);
create index calls_campaign on calls (business_id, campaign_id, started_at, id);
create index calls_status on calls (business_id, status, started_at, id);
create index calls_campaign_status on calls (business_id, campaign_id, status, started_at, id);
create index calls_number on calls (business_id, number_id, started_at, id);
create index calls_lead on calls (business_id, lead_id, started_at, id) where lead_id is not null;
create index calls_caller on calls (business_id, caller, started_at) where caller is not null;
create index calls_last4 on calls (business_id, caller_last4, started_at) where caller_last4 is not null;
create index calls_answered_by on calls (business_id, answered_by, started_at, id) where answered_by is not null;
create index calls_recorded on calls (business_id, started_at, id) where has_recording;
create index calls_due on calls (check_at) where check_at is not null;

-- Each phone that rang.
create table call_attempts (
  business_id uuid not null,
  call_id uuid not null,
  -- Steps of the ring list, from 1; phones of one step ring together.
  step smallint not null,
  place smallint not null,
  kind text not null check (kind in ('softphone', 'phone')),
  user_id uuid,
  phone text,
  provider_sid text,
  started_at timestamptz not null,
  ringing_at timestamptz,
  answered_at timestamptz,
  ended_at timestamptz,
  outcome text check (outcome in ('completed', 'busy', 'no-answer', 'canceled', 'failed')),
  bridged boolean not null default false,
  primary key (business_id, call_id, step, place),
  foreign key (business_id, call_id) references calls on delete cascade
);

-- What providers reported, each report once.
create table provider_events (
  business_id uuid not null,
  connection_id uuid not null,
  dedupe_key text not null,
  call_id uuid,
  kind text not null,
  -- As the provider sent it.
  payload jsonb not null,
  received_at timestamptz not null default now(),
  primary key (business_id, connection_id, dedupe_key),
  foreign key (business_id, connection_id) references voice_connections
);
create index provider_events_of_call on provider_events (business_id, call_id) where call_id is not null;
create index provider_events_age on provider_events (received_at);

create table recordings (
  business_id uuid not null,
  id uuid not null,
  call_id uuid not null,
  provider_sid text not null,
  kind text not null check (kind in ('dial', 'voicemail')),
  state text not null default 'announced' check (state in ('announced', 'stored', 'absent', 'failed', 'purged')),
  channels smallint not null default 1,
  seconds int,
  -- Of the stored sound.
  bytes bigint,
  sha256 bytea,
  mime text,
  file text,
  -- When fetching is tried (again), how often it was, and why it failed last.
  due_at timestamptz,
  tries smallint not null default 0,
  error text,
  created_at timestamptz not null default now(),
  stored_at timestamptz,
  -- When it was deleted at the provider, and here.
  released_at timestamptz,
  purged_at timestamptz,
  primary key (business_id, id),
  foreign key (business_id, call_id) references calls on delete cascade
);
create unique index recordings_sid on recordings (business_id, provider_sid);
create index recordings_of_call on recordings (business_id, call_id);
create index recordings_due on recordings (due_at) where due_at is not null;
create index recordings_age on recordings (created_at) where state = 'stored';

-- A row when play starts.
create table recording_listens (
  business_id uuid not null,
  id uuid not null,
  recording_id uuid not null,
  user_id uuid not null references users,
  at timestamptz not null default now(),
  is_download boolean not null default false,
  primary key (business_id, id),
  foreign key (business_id, recording_id) references recordings on delete cascade
);
create index recording_listens_of on recording_listens (business_id, recording_id, at);

-- Phones in the browser that are open.
create table softphones (
  business_id uuid not null,
  user_id uuid not null,
  state text not null check (state in ('available', 'away')),
  seen_at timestamptz not null,
  primary key (business_id, user_id),
  foreign key (business_id, user_id) references memberships on delete cascade
);

do $$ declare t text; begin
  foreach t in array array['voice_connections', 'virtual_numbers', 'number_orders', 'blacklist', 'calls', 'call_attempts',
    'provider_events', 'recordings', 'recording_listens', 'softphones'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I to leadline_app using (business_id = current_business())', t);
    execute format('grant select, insert, update on %I to leadline_app', t);
    execute format('create policy every_tenant on %I to leadline_worker using (true)', t);
    execute format('grant select on %I to leadline_worker', t);
  end loop;
end $$;
grant delete on blacklist, call_attempts to leadline_app;
revoke update on provider_events, recording_listens from leadline_app;
-- A report that came before its call.
grant update (call_id) on provider_events to leadline_app;
grant delete on provider_events to leadline_worker;

-- A provider that calls names the connection; who that is, and whether a phone to be rung is a virtual number of anybody,
-- are questions across businesses.
create policy cross_tenants on voice_connections to leadline_search using (true);
create policy cross_tenants on virtual_numbers to leadline_search using (true);
grant select on voice_connections, virtual_numbers to leadline_search;

create function find_voice_connection(wanted uuid)
  returns table (id uuid, business_id uuid, provider text, account_sid text, auth_token bytea, previous_token bytea,
    api_key_sid text, api_key_secret bytea, application_sid text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select c.id, c.business_id, c.provider, c.account_sid, c.auth_token, c.previous_token, c.api_key_sid, c.api_key_secret,
    c.application_sid
  from voice_connections c where c.id = wanted
$$;

create function virtual_ones(phones text[]) returns setof text
  language sql stable security definer set search_path = public, pg_temp as $$
  select n.phone from virtual_numbers n where n.phone = any(phones) and n.state in ('active', 'paused', 'releasing')
$$;

do $$ declare f regprocedure; begin
  grant create on schema public to leadline_search;
  foreach f in array array['find_voice_connection(uuid)', 'virtual_ones(text[])']::regprocedure[] loop
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to leadline_app', f);
    execute format('alter function %s owner to leadline_search', f);
  end loop;
  revoke create on schema public from leadline_search;
end $$;
