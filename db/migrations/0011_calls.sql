-- Calls, the phones that they rang, what providers reported of them, and their recordings.

-- One row a call, derived from the reports in provider_events.
create table calls (
  business_id uuid not null references businesses,
  id uuid not null,
  connection_id uuid not null,
  -- The provider's id of the caller's leg.
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
  -- What the caller gets, decided when the call came in; null: the hook that decides never came.
  plan jsonb,
  state text not null default 'ringing' check (state in ('ringing', 'talking', 'voicemail', 'ended')),
  -- Null while the call goes on.
  status text check (status in ('Answered', 'Not Answered', 'Busy', 'Caller Canceled', 'Not Active', 'Blacklisted',
    'Out of Time', 'Unknown')),
  reason text,
  started_at timestamptz not null,
  answered_at timestamptz,
  ended_at timestamptz,
  -- Seconds until a person answered or the call ended; of talk; of the whole call.
  ring_s int,
  talk_s int not null default 0,
  total_s int,
  answered_by uuid,
  answered_phone text,
  is_abandoned boolean not null default false,
  has_recording boolean not null default false,
  -- When to ask the provider what became of the call, and how often it was asked.
  check_at timestamptz,
  checks smallint not null default 0,
  -- When the caller's number was erased, so that it does not count as withheld.
  erased_at timestamptz,
  -- What lists show of the recording, kept by the trigger on recordings.
  recording jsonb,
  -- A caller id that is no phone, as the provider sent it.
  caller_text text,
  primary key (business_id, id),
  foreign key (business_id, connection_id) references voice_connections,
  foreign key (business_id, number_id) references virtual_numbers,
  foreign key (business_id, campaign_id) references campaigns,
  foreign key (business_id, lead_id) references leads on delete set null (lead_id)
);
create unique index calls_sid on calls (business_id, connection_id, provider_sid);
create index calls_newest on calls (business_id, started_at, id);
create index calls_campaign on calls (business_id, campaign_id, started_at, id);
-- `include (is_test)` lets counts, which leave test calls out, read the index alone.
create index calls_status on calls (business_id, status, started_at, id) include (is_test);
create index calls_campaign_status on calls (business_id, campaign_id, status, started_at, id) include (is_test);
create index calls_number on calls (business_id, number_id, started_at, id) include (is_test);
create index calls_lead on calls (business_id, lead_id, started_at, id) where lead_id is not null;
create index calls_caller on calls (business_id, caller, started_at) where caller is not null;
create index calls_last4 on calls (business_id, caller_last4, started_at) where caller_last4 is not null;
create index calls_answered_by on calls (business_id, answered_by, started_at, id) include (is_test)
  where answered_by is not null;
create index calls_recorded on calls (business_id, started_at, id) include (is_test) where has_recording;
create index calls_due on calls (check_at) where check_at is not null;
create index calls_tests on calls (business_id, started_at, id) where is_test;
-- Ongoing calls are in no counter; the indexes after this one find rare calls.
create index calls_open on calls (business_id, started_at, id) where status is null;
create index calls_outbound on calls (business_id, started_at, id) include (is_test) where direction = 'outbound';
create index calls_abandoned on calls (business_id, started_at, id) include (is_test) where is_abandoned;
create index calls_uncounted on calls (business_id, provider_sid) where (status is null or campaign_id is null) and not is_test;

-- Each phone that was rung.
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

-- What providers reported, each report stored once.
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
-- Reports without a call, such as text messages: erasing a person searches them for the number.
create index provider_events_without_call on provider_events (business_id) where call_id is null;

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
  -- The next try to fetch the sound, the number of tries, and the last error.
  due_at timestamptz,
  tries smallint not null default 0,
  error text,
  created_at timestamptz not null default now(),
  stored_at timestamptz,
  -- When it was deleted at the provider, and here.
  released_at timestamptz,
  purged_at timestamptz,
  -- When to delete the sound before its retention period ends.
  purge_at timestamptz,
  primary key (business_id, id),
  foreign key (business_id, call_id) references calls on delete cascade
);
create unique index recordings_sid on recordings (business_id, provider_sid);
create index recordings_of_call on recordings (business_id, call_id);
create index recordings_due on recordings (due_at) where due_at is not null;
create index recordings_age on recordings (created_at) where state = 'stored';
create index recordings_to_purge on recordings (purge_at) where purge_at is not null;

-- One row each time that a recording is played or downloaded.
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

-- Seconds granted to a step of a call that rings phones over the installation's trunk.
create table outside_calls (
  business_id uuid not null,
  call_id uuid not null,
  step smallint not null,
  granted_s int not null,
  created_at timestamptz not null,
  primary key (business_id, call_id, step)
);
create index outside_calls_age on outside_calls (created_at);

-- What ingest_call is given (server/features/calls/hooks/hooks.service.ts).
create type call_input as (
  id uuid, "connectionId" uuid, sid text, "numberId" uuid, "campaignId" uuid, caller text, called text, "isFirstTime" boolean,
  plan jsonb, at timestamptz, "checkAt" timestamptz, key text, payload jsonb, lead jsonb, "blacklistId" uuid, "eventId" uuid,
  "callerText" text);

-- What a search of calls is narrowed to.
create type call_filter as (
  campaigns uuid[], lead_campaigns uuid[], statuses text[], numbers uuid[], answered_by uuid[], direction text,
  from_at timestamptz, until_at timestamptz, recorded boolean, first_time boolean, abandoned boolean);

call isolate_by_business('calls', 'call_attempts', 'provider_events', 'recordings', 'recording_listens',
  'outside_calls');
create policy cross_tenants on calls to leadline_search using (true);
create policy cross_tenants on call_attempts to leadline_search using (true);
create policy cross_tenants on outside_calls to leadline_search using (true);
grant select, insert, update on calls, recordings to leadline_app;
grant select, insert, update, delete on call_attempts to leadline_app;
grant select, insert on provider_events, recording_listens to leadline_app;
-- A report that arrived before its call.
grant update (call_id) on provider_events to leadline_app;
grant update on calls, recordings to leadline_worker;
-- For the erasure of people.
grant update (phone) on call_attempts to leadline_worker;
grant update (payload) on provider_events to leadline_worker;
grant select on calls, call_attempts to leadline_search;
grant select, insert on outside_calls to leadline_search;
