-- Where leads come in: API keys and forms, the last requests of each, and replies to repeated requests.

create table api_keys (
  business_id uuid not null references businesses,
  id uuid not null,
  name text not null,
  hint text not null,
  hash bytea not null unique,
  scopes text[] not null,
  -- Null: every campaign.
  campaign_ids uuid[],
  rate_per_minute int not null,
  is_active boolean not null default true,
  created_by uuid references users,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (business_id, id)
);

create table forms (
  business_id uuid not null,
  id uuid not null,
  campaign_id uuid not null,
  -- In the form's address: it is public.
  key text not null unique,
  name text not null,
  languages text[] not null,
  -- contract/forms.ts
  fields jsonb not null,
  texts jsonb not null,
  allowed_origins text[] not null default '{}',
  redirect_url text,
  source text not null,
  is_enabled boolean not null default true,
  created_by uuid references users,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (business_id, id),
  foreign key (business_id, campaign_id) references campaigns
);
create index forms_of_campaign on forms (business_id, campaign_id, created_at) where deleted_at is null;

-- The last requests of each API key and each form.
create table payloads (
  business_id uuid not null references businesses,
  id uuid not null,
  sender_id uuid not null,
  at timestamptz not null,
  outcome text not null,
  status smallint not null,
  address text not null,
  content_type text,
  raw text not null,
  lead_id uuid,
  primary key (business_id, id)
);
create index payloads_of_sender on payloads (business_id, sender_id, at, id);

create table idempotency_keys (
  business_id uuid not null,
  -- The API key or person that sent the request.
  author_id uuid not null,
  key text not null,
  body_hash bytea not null,
  reply jsonb not null,
  at timestamptz not null default now(),
  primary key (business_id, author_id, key)
);
create index idempotency_keys_age on idempotency_keys (at);

call isolate_by_business('api_keys', 'forms', 'payloads', 'idempotency_keys');
create policy cross_tenants on api_keys to leadline_search using (true);
create policy cross_tenants on forms to leadline_search using (true);
grant select, insert, update, delete on api_keys to leadline_app;
grant select, insert, update on forms to leadline_app;
grant select on payloads to leadline_app;
grant select, insert, delete on idempotency_keys to leadline_app;
grant insert on payloads to leadline_worker;
grant update (last_used_at) on api_keys to leadline_worker;
grant update (lead_id, raw) on payloads to leadline_worker;
grant select on api_keys, forms to leadline_search;
