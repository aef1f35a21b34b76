-- Automations: rules of a business that act on leads (docs/decisions/0073-automations.md).

create table automations (
  business_id uuid not null references businesses,
  id uuid not null,
  name text not null,
  -- Rules of one event run in this order.
  position int not null,
  is_on boolean not null default false,
  -- AutomationContent of the contract; null: no draft.
  draft jsonb,
  -- Number of changes of the draft.
  revision int not null default 0,
  -- The published version and the kind of its trigger; null: none.
  version int,
  listens text,
  created_by uuid references users,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (business_id, id)
);
create index automations_listening on automations (business_id, listens) where is_on and deleted_at is null;

-- Published versions, which never change.
create table automation_versions (
  business_id uuid not null,
  automation_id uuid not null,
  version int not null check (version > 0),
  content jsonb not null,
  -- It acts with the rights of this person.
  published_by uuid references users,
  published_at timestamptz not null default now(),
  primary key (business_id, automation_id, version),
  foreign key (business_id, automation_id) references automations on delete cascade
);

-- Events for which a rule listens and which no one has looked at, in their order. A row is deleted when it was looked at.
create table automation_causes (
  seq bigint generated always as identity,
  business_id uuid not null references businesses,
  event_id uuid not null,
  lead_id uuid not null,
  -- Kinds of triggers that the event can be.
  kinds text[] not null,
  -- What triggers compare with: the new status, the changed fields, how a call ended.
  facts jsonb not null,
  operation_id uuid,
  -- Runs that led to the event, one after the other.
  depth int not null,
  -- Not before this time; set after a failure.
  due_at timestamptz not null default '-infinity',
  primary key (business_id, seq),
  foreign key (business_id, lead_id) references leads on delete cascade
);
create index automation_causes_of_lead on automation_causes (business_id, lead_id);

-- One for each rule that fits, and cause.
create table automation_runs (
  business_id uuid not null,
  id uuid not null,
  automation_id uuid not null,
  version int not null,
  lead_id uuid not null,
  -- The event that started it.
  cause_id uuid not null,
  depth int not null,
  state text not null check (state in ('running', 'waiting', 'done', 'skipped', 'failed', 'stopped')),
  reason text,
  -- The step that is next; null: none.
  step_id text,
  -- When it goes on; null: it is over.
  due_at timestamptz,
  started_at timestamptz not null,
  ended_at timestamptz,
  -- StepLog of the contract, in their order.
  steps jsonb not null default '[]',
  primary key (business_id, id),
  unique (business_id, automation_id, cause_id),
  foreign key (business_id, automation_id) references automations on delete cascade,
  foreign key (business_id, lead_id) references leads on delete cascade
);
create index automation_runs_due on automation_runs (due_at) where due_at is not null;
create index automation_runs_newest on automation_runs (business_id, automation_id, started_at);
create index automation_runs_of_lead on automation_runs (business_id, lead_id, started_at);

call isolate_by_business('automations', 'automation_versions', 'automation_causes', 'automation_runs');
grant select, insert, update, delete on automations, automation_causes, automation_runs to leadline_app, leadline_worker;
grant select, insert, delete on automation_versions to leadline_app, leadline_worker;
