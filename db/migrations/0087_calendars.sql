-- Calendars of people at Google (docs/decisions/0088-google-calendar.md). A connection belongs to a person, not to a business.
create table calendar_connections (
  user_id uuid primary key references users on delete cascade,
  -- A new one for each account: tokens are sealed for it.
  id uuid not null unique,
  -- The e-mail of the account at Google.
  account text not null,
  -- Sealed with the installation's key, in base64.
  refresh_token text not null,
  access_token text,
  access_until timestamptz,
  -- The calendars of the account when they were last read, the one for meetings, and others with busy times.
  calendars jsonb not null,
  calendar_id text not null,
  busy_ids text[] not null default '{}',
  state text not null default 'active' check (state in ('active', 'failing', 'lost')),
  failure text check (failure in ('revoked', 'permission', 'calendar_gone', 'rate', 'unreachable', 'refused')),
  failed_at timestamptz,
  -- Failures in a row.
  failures int not null default 0,
  connected_at timestamptz not null,
  last_success_at timestamptz,
  -- How far the changes at Google are read; null: all of the calendar is read next.
  sync_token text,
  whole_at timestamptz,
  -- When it is compared with Google next, and until when a process does that now.
  due_at timestamptz not null,
  leased_until timestamptz,
  -- The channel by which Google reports changes.
  channel_id uuid unique,
  channel_hash bytea,
  channel_resource text,
  channel_renewed_at timestamptz,
  channel_until timestamptz,
  check ((state = 'active') = (failure is null))
);
create index calendar_connections_due on calendar_connections (due_at) where state <> 'lost';
alter table calendar_connections enable row level security;
alter table calendar_connections force row level security;
create policy own on calendar_connections to leadline_app using (user_id = current_person());
create policy every_tenant on calendar_connections to leadline_worker using (true);
create policy cross_tenants on calendar_connections to leadline_search using (true);
grant select, insert, update, delete on calendar_connections to leadline_app, leadline_worker;
grant select, update on calendar_connections to leadline_search;

-- Times at which people are busy by their calendars, without any word of what they do. `of_business`: it is a meeting of that
-- business, which knows it anyway.
create table calendar_busy (
  user_id uuid not null references calendar_connections on delete cascade,
  calendar_id text not null,
  event_id text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  of_business uuid,
  primary key (user_id, calendar_id, event_id)
);
create index calendar_busy_by_time on calendar_busy (user_id, starts_at);
alter table calendar_busy enable row level security;
alter table calendar_busy force row level security;
create policy own on calendar_busy to leadline_app using (user_id = current_person());
create policy every_tenant on calendar_busy to leadline_worker using (true);
create policy cross_tenants on calendar_busy to leadline_search using (true);
grant select on calendar_busy to leadline_app, leadline_search;
grant select, insert, update, delete on calendar_busy to leadline_worker;

-- Meetings in calendars at Google, as they were last written or read there. They outlive their meeting until the event is
-- removed at Google.
create table calendar_entries (
  business_id uuid not null references businesses,
  meeting_id uuid not null,
  user_id uuid not null references calendar_connections on delete cascade,
  calendar_id text not null,
  -- The meeting's version; null: it may have been written, but that is not known.
  version int,
  etag text,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- The guest's answer there: needsAction, declined, tentative or accepted.
  guest_answer text,
  -- It is being removed there: that it disappears is no act of a person.
  is_removing boolean not null default false,
  primary key (business_id, meeting_id, user_id)
);
create index calendar_entries_of_person on calendar_entries (user_id);
call isolate_by_business('calendar_entries');
grant select, insert, update, delete on calendar_entries to leadline_worker;

-- Secret addresses from which calendars of any kind read a person's meetings; only hashes are stored.
create table calendar_feeds (
  user_id uuid primary key references users on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  read_at timestamptz
);
alter table calendar_feeds enable row level security;
alter table calendar_feeds force row level security;
create policy own on calendar_feeds to leadline_app using (user_id = current_person());
create policy every_tenant on calendar_feeds to leadline_worker using (true);
create policy cross_tenants on calendar_feeds to leadline_search using (true);
grant select, insert, update, delete on calendar_feeds to leadline_app;
grant select, delete on calendar_feeds to leadline_worker;
grant select on calendar_feeds to leadline_search;
