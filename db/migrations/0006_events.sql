-- Events: one row for each change, written in its transaction, and what the relay keeps of its place among them.

-- The place of a transaction in the order of events, in every cluster in which this database has lived
-- (docs/decisions/0035-event-epoch.md): the epoch in the upper 16 bits, the transaction id below. This is epoch 0;
-- server/platform/db/event-epoch.ts replaces the function when the database has moved.
create function event_order(transaction_id xid8) returns xid8 language sql immutable parallel safe as 'select $1';

-- No sequence: readers follow (xid, id), below the oldest running transaction.
create table events (
  business_id uuid not null,
  id uuid not null,
  xid xid8 not null default event_order(pg_current_xact_id()),
  campaign_id uuid not null,
  lead_id uuid,
  name text not null,
  actor jsonb not null,
  payload jsonb not null,
  -- Names, phones and texts, which may be erased without changing the order of events.
  personal jsonb,
  at timestamptz not null default now(),
  -- The person who acted, for the audit log (docs/decisions/0022-audit-log.md).
  user_id uuid generated always as ((actor ->> 'userId')::uuid) stored,
  primary key (business_id, id)
);
create index events_order on events (xid, id);
create index events_of_business on events (business_id, xid, id);
create index events_of_lead on events (business_id, lead_id, id) where lead_id is not null;
create index events_of_person on events (business_id, user_id, xid, id) where user_id is not null;
-- Rare events. Partial, so that arriving leads and ringing phones pay for no further index.
create index events_rare on events (business_id, xid, id)
  where lead_id is null and name not in ('call.started', 'call.changed', 'call.ended');

create table relay_position (
  reader text primary key,
  xid xid8 not null,
  id uuid not null
);
insert into relay_position values ('relay', '0', '00000000-0000-0000-0000-000000000000');

-- Events that the relay gave up, for the operator: their counters and notifications are missing.
create table relay_failures (
  business_id uuid not null,
  event_id uuid not null,
  at timestamptz not null default now(),
  primary key (business_id, event_id)
);

-- The clusters in which this database has lived, the newest last. Only the owner reads it.
create table event_epochs (
  epoch int primary key,
  -- Null where pg_control_system() may not be read.
  system_identifier text,
  began_at timestamptz not null default now()
);

call isolate_by_business('events', 'relay_failures');
create policy cross_tenants on events for insert to leadline_search with check (true);
grant select, insert on events to leadline_app;
grant select on relay_position to leadline_app;
revoke delete on relay_position from leadline_worker;
grant insert on events, relay_failures to leadline_worker;
grant select, update on relay_position to leadline_worker;
grant update (personal) on events to leadline_worker;
grant insert on events to leadline_search;
