-- The tables. Every tenant table begins its key with business_id; 0002 adds grants, policies and functions.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- '' (set, then reset) and null (never set) both mean: nobody, so no rows.
create function current_business() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.business_id', true), '')::uuid;
create function current_person() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.user_id', true), '')::uuid;
/** The day of a moment in the product's time zone. */
create function day_of(moment timestamptz) returns date language sql immutable parallel safe
  return (moment at time zone 'Asia/Jerusalem')::date;
/** The first day of a day's month. */
create function month_of(day date) returns date language sql immutable parallel safe
  return date_trunc('month', day::timestamp)::date;
create function start_of(day date) returns timestamptz language sql immutable parallel safe
  return (day::timestamp) at time zone 'Asia/Jerusalem';

-- People and their sessions belong to no business.
create table users (
  id uuid primary key,
  name text not null,
  email text not null unique check (email = lower(email)),
  phone text,
  phone_verified_at timestamptz,
  password_hash text,
  status text not null default 'Pending' check (status in ('Active', 'Pending', 'Verified')),
  language text not null default 'he',
  lead_view text not null default 'table',
  image text,
  last_business_id uuid,
  -- Demo people sign in on this machine only.
  is_demo boolean not null default false,
  created_at timestamptz not null default now()
);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- Hashes of the refresh token in force and of its predecessor, which still works for a moment after the change.
  token_hash bytea not null,
  previous_hash bytea,
  rotated_at timestamptz not null default now(),
  is_remembered boolean not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  user_agent text,
  ip text
);
create index sessions_of_user on sessions (user_id);

create table phone_codes (
  user_id uuid primary key references users on delete cascade,
  phone text not null,
  code_hash bytea not null,
  tries int not null default 0,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create table password_resets (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_resets_of_user on password_resets (user_id);

-- Counts of sign-ins, codes and recoveries per account and address, in one place for all processes.
create table attempts (
  key text primary key,
  count int not null,
  until timestamptz not null
);

create table businesses (
  business_id uuid primary key,
  name text not null,
  email text,
  phone text,
  contact_name text,
  image text,
  is_demo boolean not null default false,
  created_at timestamptz not null default now()
);

create table memberships (
  business_id uuid not null references businesses,
  user_id uuid not null references users,
  role text not null check (role in ('Owner', 'Admin', 'Affiliate', 'Lead', 'Writer', 'Reader', 'None')),
  joined_at timestamptz not null default now(),
  suspended_at timestamptz,
  primary key (business_id, user_id)
);
create index memberships_of_user on memberships (user_id);

create table lead_statuses (
  business_id uuid not null references businesses,
  id uuid not null,
  name_he text not null,
  name_en text not null,
  hue text not null,
  type text not null check (type in ('Open', 'Ongoing', 'On hold', 'Won', 'Lost')),
  position int not null,
  is_default boolean not null default false,
  primary key (business_id, id)
);
create unique index lead_statuses_default on lead_statuses (business_id) where is_default;

create table campaigns (
  business_id uuid not null references businesses,
  id uuid not null,
  name text not null,
  image text,
  email text,
  links jsonb not null default '[]',
  tags text[] not null default '{}',
  start_date date,
  end_date date,
  notes text not null default '',
  is_enabled boolean not null default true,
  email_notifications text[] not null default '{}',
  sms_notifications text[] not null default '{}',
  virtual_number text,
  facebook_campaign_id text,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (business_id, id)
);
create index campaigns_newest on campaigns (business_id, created_at desc, id desc) where deleted_at is null;

create table campaign_members (
  business_id uuid not null,
  campaign_id uuid not null,
  user_id uuid not null,
  role text not null check (role in ('Affiliate', 'Lead', 'Writer', 'Reader')),
  primary key (business_id, campaign_id, user_id),
  foreign key (business_id, campaign_id) references campaigns,
  foreign key (business_id, user_id) references memberships on delete cascade
);
create index campaign_members_of_user on campaign_members (business_id, user_id);

create table api_keys (
  business_id uuid not null references businesses,
  id uuid not null,
  name text not null,
  hint text not null,
  hash bytea not null unique,
  scopes text[] not null,
  -- null: every campaign.
  campaign_ids uuid[],
  rate_per_minute int not null,
  is_active boolean not null default true,
  created_by uuid references users,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (business_id, id)
);

-- Kept narrow, because lists and searches read it; where a lead came from is in lead_enquiries.
create table leads (
  business_id uuid not null,
  id uuid not null,
  campaign_id uuid not null,
  status_id uuid not null,
  assigned_to uuid,
  name text not null,
  -- E.164; the "C" order lets the beginning of a number use the index.
  phone text collate "C",
  email text collate "C",
  source text not null,
  value bigint check (value >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  read_at timestamptz,
  first_response_at timestamptz,
  deleted_at timestamptz,
  -- Under a policy `right(phone, 4) = …` may not use an index, a stored column may.
  phone_last4 text generated always as (right(phone, 4)) stored,
  -- In lower case, so that LIKE need not fold each row that it looks at.
  search_text text not null generated always as (lower(name) || ' ' || coalesce(email, '')) stored,
  primary key (business_id, id),
  foreign key (business_id, campaign_id) references campaigns,
  foreign key (business_id, status_id) references lead_statuses,
  foreign key (business_id, assigned_to) references memberships,
  check (phone is not null or email is not null)
);
create index leads_newest on leads (business_id, created_at, id) where deleted_at is null;
create index leads_campaign on leads (business_id, campaign_id, created_at, id) where deleted_at is null;
create index leads_status on leads (business_id, status_id, created_at, id) where deleted_at is null;
create index leads_source on leads (business_id, source, created_at, id) where deleted_at is null;
create index leads_unanswered on leads (business_id, created_at, id) where deleted_at is null and first_response_at is null;
create index leads_unread on leads (business_id, created_at, id) where deleted_at is null and read_at is null;
create index leads_trash on leads (business_id, deleted_at, id) where deleted_at is not null;
create index leads_phone on leads (business_id, phone) where deleted_at is null and phone is not null;
create index leads_last4 on leads (business_id, phone_last4, created_at) where deleted_at is null and phone_last4 is not null;
create index leads_email on leads (business_id, email) where deleted_at is null and email is not null;
-- Some hundred leads wait in a list and enter the index together, which halves what a lead costs; every search reads the
-- list first, so it is kept short (kB).
create index leads_search on leads using gin (business_id, search_text gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 128) where deleted_at is null;

create table lead_enquiries (
  business_id uuid not null,
  id uuid not null,
  lead_id uuid not null,
  at timestamptz not null default now(),
  source text not null,
  message text,
  utm jsonb not null default '{}',
  click_ids jsonb not null default '{}',
  landing_page text,
  referrer text,
  raw text,
  content_type text,
  key_id uuid,
  while_paused boolean not null default false,
  primary key (business_id, id),
  foreign key (business_id, lead_id) references leads on delete cascade
);
create index lead_enquiries_of_lead on lead_enquiries (business_id, lead_id, at);

create table lead_comments (
  business_id uuid not null,
  id uuid not null,
  lead_id uuid not null,
  user_id uuid not null,
  at timestamptz not null default now(),
  text text not null,
  primary key (business_id, id),
  foreign key (business_id, lead_id) references leads on delete cascade
);

-- Maintained by the relay alone. facet and key: 'all' '', 'campaign' <id>, 'status' <id>, 'source' <source>.
create table lead_counts (
  business_id uuid not null,
  facet text not null,
  key text not null,
  total bigint not null,
  -- Agorot of won leads.
  sales bigint not null,
  primary key (business_id, facet, key)
);
create table lead_day_counts (
  business_id uuid not null,
  facet text not null,
  key text not null,
  day date not null,
  total bigint not null,
  sales bigint not null,
  primary key (business_id, facet, key, day)
);
-- So that a deep page need not add up every day there was.
create table lead_month_counts (
  business_id uuid not null,
  facet text not null,
  key text not null,
  -- Its first day.
  month date not null,
  total bigint not null,
  primary key (business_id, facet, key, month)
);

create table idempotency_keys (
  business_id uuid not null,
  -- The API key or person that sent it.
  author_id uuid not null,
  key text not null,
  body_hash bytea not null,
  reply jsonb not null,
  at timestamptz not null default now(),
  primary key (business_id, author_id, key)
);
create index idempotency_keys_age on idempotency_keys (at);

-- No sequence: (xid, id) is the order in which readers pass, below the oldest transaction still running.
create table events (
  business_id uuid not null,
  id uuid not null,
  xid xid8 not null default pg_current_xact_id(),
  campaign_id uuid not null,
  lead_id uuid,
  name text not null,
  actor jsonb not null,
  payload jsonb not null,
  -- Names, phones, texts: may be erased without touching the event's place.
  personal jsonb,
  at timestamptz not null default now(),
  primary key (business_id, id)
);
create index events_order on events (xid, id);
create index events_of_business on events (business_id, xid, id);
create index events_of_lead on events (business_id, lead_id, id) where lead_id is not null;

create table relay_position (
  reader text primary key,
  xid xid8 not null,
  id uuid not null
);
insert into relay_position values ('relay', '0', '00000000-0000-0000-0000-000000000000');

-- Events whose consequences could not be made, for the operator: their counters and notifications are missing.
create table relay_failures (
  business_id uuid not null,
  event_id uuid not null,
  at timestamptz not null default now(),
  primary key (business_id, event_id)
);

create table notifications (
  business_id uuid not null,
  user_id uuid not null references users on delete cascade,
  id uuid not null,
  event_id uuid not null,
  action text not null,
  -- campaignId, leadId, leadName, leadPhone, campaignName, businessName, businessImage, source
  content jsonb not null,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  primary key (user_id, id),
  unique (user_id, event_id)
);
create index notifications_unread on notifications (user_id, id) where read_at is null;
create index notifications_of_event on notifications (event_id);
create index notifications_age on notifications (created_at);

-- Mail and SMS on their way out. business_id is null for those of an account (codes, recovery).
create table messages (
  id uuid primary key,
  business_id uuid,
  channel text not null check (channel in ('mail', 'sms')),
  recipient text not null,
  subject text,
  body text,
  html text,
  -- One message an event and recipient, however often its job runs.
  dedupe_key text unique,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  -- How often it was tried, and when it is to be tried (again).
  attempts int not null default 0,
  due_at timestamptz not null default now(),
  error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index messages_newest on messages (created_at desc);
create index messages_of_business on messages (business_id, created_at) where business_id is not null;
create index messages_due on messages (due_at) where state = 'queued';
