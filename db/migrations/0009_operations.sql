-- Operations: one act on many leads, done in pieces so that it shows progress, can be cancelled and undone, and survives a
-- crash (docs/decisions/0013-operations.md).

create table operations (
  business_id uuid not null references businesses,
  id uuid not null,
  kind text not null check (kind in ('status', 'assign', 'tag', 'delete', 'restore', 'undo', 'replace')),
  -- What to do (contract/leads/operations.ts), and the campaigns in which its author could do it when they asked for it.
  action jsonb not null,
  campaign_ids uuid[],
  author_id uuid not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  total int not null,
  done int not null default 0,
  skipped int not null default 0,
  error text,
  undoes uuid,
  undone_by uuid,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  heartbeat_at timestamptz not null default now(),
  primary key (business_id, id)
);
create index operations_newest on operations (business_id, created_at desc, id desc);
create index operations_unfinished on operations (heartbeat_at) where state in ('queued', 'running');
create index operations_age on operations (created_at);

-- What remains to be done, of the leads that matched when the operation was started.
create table operation_batches (
  business_id uuid not null,
  operation_id uuid not null,
  number int not null,
  lead_ids uuid[] not null,
  primary key (business_id, operation_id, number),
  foreign key (business_id, operation_id) references operations on delete cascade
);

-- What was done, in the transaction that did it. No reference to leads, because they may be erased later.
create table operation_leads (
  business_id uuid not null,
  operation_id uuid not null,
  lead_id uuid not null,
  outcome text not null check (outcome in ('changed', 'undone', 'same', 'gone', 'changed_since', 'forbidden',
    'campaign_gone', 'not_assignable', 'too_many_tags', 'status_gone', 'status_hidden')),
  -- The lead's values before and its revision after; null if nothing changed.
  before jsonb,
  revision int,
  primary key (business_id, operation_id, lead_id),
  foreign key (business_id, operation_id) references operations on delete cascade
);
create index operation_leads_left on operation_leads (business_id, operation_id, lead_id)
  where outcome not in ('changed', 'undone', 'same');

call isolate_by_business('operations', 'operation_batches', 'operation_leads');
grant select, insert, update on operations, operation_leads to leadline_app;
grant select, insert, delete on operation_batches to leadline_app;
grant update (before) on operation_leads to leadline_worker;
