-- The place of a transaction in the order of events, in every cluster in which this database has lived
-- (docs/decisions/0035-event-epoch.md). A transaction id counts within one cluster; the epoch stands above it, in the
-- upper 16 bits. This is epoch 0; server/platform/db/event-epoch.ts replaces the function when the database has moved.
create function event_order(transaction_id xid8) returns xid8 language sql immutable parallel safe as 'select $1';

alter table events alter column xid set default event_order(pg_current_xact_id());

-- The clusters in which this database has lived, the newest last. For the owner alone.
create table event_epochs (
  epoch int primary key,
  -- Null where pg_control_system() may not be read.
  system_identifier text,
  began_at timestamptz not null default now()
);
