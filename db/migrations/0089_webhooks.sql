-- Webhooks: events that are sent to other systems (docs/decisions/0089-webhooks.md).

create table webhooks (
  business_id uuid not null references businesses,
  id uuid not null,
  name text not null,
  url text not null,
  -- Types of the contract (webhook-types.ts).
  types text[] not null,
  -- Null: events of all campaigns.
  campaign_ids uuid[],
  -- Of names of statuses in what is sent.
  language text not null check (language in ('he', 'en')),
  -- Sealed (platform/sealed.ts). The one before a rotation signs, too, until a time.
  secret text not null,
  old_secret text,
  old_secret_until timestamptz,
  created_by uuid references users,
  -- The API key that made it.
  key_id uuid,
  created_at timestamptz not null,
  paused_at timestamptz,
  pause_reason text check (pause_reason in ('person', 'failing', 'gone')),
  -- Tries in a row that failed, and since when.
  failures int not null default 0,
  failing_since timestamptz,
  last_success_at timestamptz,
  -- DeliveryTry of the contract.
  last_failure jsonb,
  -- After several failures in a row it is left alone until this time.
  rests_until timestamptz not null default '-infinity',
  -- When it was last its turn.
  served_at timestamptz not null default '-infinity',
  primary key (business_id, id),
  check ((paused_at is null) = (pause_reason is null))
);

-- One for each webhook and event, in the order of the events.
create table webhook_deliveries (
  business_id uuid not null,
  webhook_id uuid not null,
  event_id uuid not null,
  seq bigint generated always as identity,
  type text not null,
  lead_id uuid,
  -- Ids and changes of the event, without personal data.
  facts jsonb not null,
  happened_at timestamptz not null,
  -- The request's body, written once; null: not yet.
  body text,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed', 'dropped')),
  tries int not null default 0,
  -- Tries that the receiver refused although it was up.
  refusals int not null default 0,
  -- Not before this time.
  due_at timestamptz not null default '-infinity',
  -- A process is sending it until this time.
  leased_until timestamptz not null default '-infinity',
  -- DeliveryTry of the contract, the newest first.
  log jsonb not null default '[]',
  primary key (business_id, webhook_id, event_id),
  foreign key (business_id, webhook_id) references webhooks on delete cascade,
  foreign key (business_id, lead_id) references leads on delete cascade
);
create index webhook_deliveries_waiting on webhook_deliveries (business_id, webhook_id, seq) where state = 'waiting';
create index webhook_deliveries_of_lead on webhook_deliveries (business_id, lead_id, webhook_id, seq) where lead_id is not null;
create index webhook_deliveries_unwritten on webhook_deliveries (business_id, seq) where body is null and state = 'waiting';
create index webhook_deliveries_newest on webhook_deliveries (business_id, webhook_id, happened_at, event_id);
create index webhook_deliveries_old on webhook_deliveries (happened_at);

call isolate_by_business('webhooks', 'webhook_deliveries');
grant select, insert, update, delete on webhooks, webhook_deliveries to leadline_app, leadline_worker;
