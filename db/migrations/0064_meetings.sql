-- Meetings with leads, and the links of their guests (docs/decisions/0070-meetings.md).
create table meetings (
  business_id uuid not null references businesses,
  id uuid not null,
  lead_id uuid not null,
  kind text not null check (kind in ('phone', 'at_office', 'at_customer', 'video')),
  title text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  place text not null default '',
  link text,
  message text not null default '',
  guest_name text not null,
  guest_phone text,
  guest_email text,
  guest_language text not null check (guest_language in ('he', 'en')),
  participants uuid[] not null default '{}',
  -- Other times among which the guest may choose.
  offers timestamptz[] not null default '{}',
  status text not null check (status in ('Invitation Sent', 'Received', 'Meeting Confirmed', 'Meeting Canceled')),
  cancelled_by text check (cancelled_by in ('guest', 'staff')),
  -- The status before staff cancelled it, for the way back.
  status_before text check (status_before in ('Invitation Sent', 'Received', 'Meeting Confirmed', 'Meeting Canceled')),
  outcome text check (outcome in ('held', 'no_show', 'moved')),
  guest_words text,
  opened_at timestamptz,
  answered_at timestamptz,
  -- Number of changes, except openings.
  version int not null default 1,
  -- Raised by each change that the guest's calendar must learn of.
  sequence int not null default 0,
  -- The guest is reminded by these channels.
  reminders text[] not null default '{}',
  -- Its end has passed, and the lead's status was computed since.
  is_over boolean not null default false,
  created_by uuid references users,
  created_at timestamptz not null default now(),
  primary key (business_id, id),
  foreign key (business_id, lead_id) references leads on delete cascade,
  check (ends_at > starts_at),
  check ((status = 'Meeting Canceled') = (cancelled_by is not null))
);
create index meetings_by_time on meetings (business_id, starts_at, id);
create index meetings_of_lead on meetings (business_id, lead_id, starts_at);
create index meetings_of_person on meetings using gin (participants);
create index meetings_ending on meetings (ends_at) where not is_over;

create table meeting_links (
  business_id uuid not null,
  token_hash bytea not null,
  meeting_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (business_id, token_hash),
  foreign key (business_id, meeting_id) references meetings on delete cascade
);
create unique index meeting_links_hash on meeting_links (token_hash);
create index meeting_links_of_meeting on meeting_links (business_id, meeting_id, created_at);

-- Messages to guests: they wait here until the business's quiet is over, and are written when they go.
create table meeting_notices (
  business_id uuid not null,
  id uuid not null,
  meeting_id uuid not null,
  kind text not null check (kind in ('invitation', 'moved', 'cancelled', 'reminder')),
  channel text not null check (channel in ('sms', 'mail')),
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'dropped')),
  due_at timestamptz not null,
  -- Of a reminder: how long before the beginning, in minutes; null: sent by hand.
  minutes_before int,
  created_by uuid references users,
  created_at timestamptz not null default now(),
  primary key (business_id, id),
  foreign key (business_id, meeting_id) references meetings on delete cascade
);
create index meeting_notices_due on meeting_notices (due_at) where state = 'waiting';
create index meeting_notices_of_meeting on meeting_notices (business_id, meeting_id, due_at);

call isolate_by_business('meetings', 'meeting_links', 'meeting_notices');
create policy cross_tenants on meeting_links to leadline_search using (true);
grant select, insert, update, delete on meetings, meeting_links, meeting_notices to leadline_app, leadline_worker;
grant select on meeting_links to leadline_search;

-- The status of a lead's next meeting that is not cancelled, else of the latest.
alter table leads add column meeting_status text not null default 'No meeting';
create index leads_meeting_status on leads (business_id, meeting_status, created_at desc, id desc)
  where meeting_status <> 'No meeting' and deleted_at is null;
drop function if exists ingest_lead(uuid, jsonb);
drop function if exists ingest_leads(uuid, jsonb);
create or replace view lead_rows with (security_invoker = true) as
  select l.business_id, l.id, l.name, l.phone, l.email, l.campaign_id, c.name as campaign_name, l.status_id, s.name_he, s.name_en,
    l.source, l.created_at, l.assigned_to, u.name as assigned_name, u.image as assigned_image, l.value, l.read_at,
    l.first_response_at, l.deleted_at, l.tags, l.utm, l.last_activity_at, l.has_duplicate_contact, l.fields,
    l.response_due_at, l.response_minutes, l.do_not_call, l.meeting_status
  from leads l
    join campaigns c on c.business_id = l.business_id and c.id = l.campaign_id
    join lead_statuses s on s.business_id = l.business_id and s.id = l.status_id
    left join users u on u.id = l.assigned_to;
