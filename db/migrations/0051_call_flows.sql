-- Call flows: what happens to the calls of numbers (docs/decisions/0056-call-flows.md).

create table call_flows (
  business_id uuid not null references businesses,
  id uuid not null,
  name text not null,
  -- FlowContent of the contract; null: no draft.
  draft jsonb,
  -- Number of changes of the draft.
  revision int not null default 0,
  draft_by uuid references users,
  draft_at timestamptz,
  -- The published version; null: none.
  version int,
  created_by uuid references users,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (business_id, id)
);
create index call_flows_by_name on call_flows (business_id, name) where deleted_at is null;

-- Published versions. They change only when a person is erased.
create table call_flow_versions (
  business_id uuid not null,
  flow_id uuid not null,
  version int not null check (version > 0),
  content jsonb not null,
  published_by uuid references users,
  published_at timestamptz not null default now(),
  primary key (business_id, flow_id, version),
  foreign key (business_id, flow_id) references call_flows on delete cascade
);

-- Greetings and music, as WAV files of 8 kHz, 16 bits, one channel.
create table call_sounds (
  business_id uuid not null references businesses,
  id uuid not null,
  name text not null,
  seconds real not null,
  wav bytea not null,
  created_by uuid references users,
  created_at timestamptz not null default now(),
  primary key (business_id, id)
);
-- Compressed neither by PostgreSQL nor usefully: a part of it is read without the rest.
alter table call_sounds alter column wav set storage external;

-- A number without a flow follows its own routing.
alter table virtual_numbers add column flow_id uuid,
  add foreign key (business_id, flow_id) references call_flows;
create index virtual_numbers_flow on virtual_numbers (business_id, flow_id) where flow_id is not null;

-- Who of a business was offered a call when, for the orders of ring steps. Written while it is locked, so that two calls of
-- one moment do not ring the same person.
create table ring_turns (
  business_id uuid not null,
  user_id uuid not null,
  -- The call that was offered last, and until when it rings at most.
  call_id uuid,
  rung_at timestamptz not null,
  rings_until timestamptz not null,
  primary key (business_id, user_id),
  foreign key (business_id, user_id) references memberships on delete cascade
);

-- Callers who wait until a person is free, in the order in which they came.
create table waiting_callers (
  business_id uuid not null,
  call_id uuid not null,
  flow_id uuid,
  version int,
  step_id text not null,
  since timestamptz not null,
  -- The last turn of waiting.
  seen_at timestamptz not null,
  primary key (business_id, call_id),
  foreign key (business_id, call_id) references calls on delete cascade
);
create index waiting_callers_place on waiting_callers (business_id, flow_id, step_id, since);

-- The caller pressed the key to be called back.
alter table calls add column callback_asked boolean not null default false;

call isolate_by_business('call_flows', 'call_flow_versions', 'call_sounds', 'ring_turns', 'waiting_callers');
grant select, insert, update, delete on call_flows, call_sounds, ring_turns, waiting_callers to leadline_app, leadline_worker;
grant select, insert, delete on call_flow_versions to leadline_app;
-- The worker removes the phones of people whose account was deleted.
grant select, insert, update, delete on call_flow_versions to leadline_worker;
