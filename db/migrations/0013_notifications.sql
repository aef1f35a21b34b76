-- Notifications in the app, what businesses and members decide about them, and messages by mail and SMS.

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
  -- Shown in the panel, without a popup.
  is_silent boolean not null default false,
  primary key (user_id, id),
  unique (user_id, event_id)
);
create index notifications_unread on notifications (user_id, id) where read_at is null;
create index notifications_of_event on notifications (event_id);
create index notifications_age on notifications (created_at);
create index notifications_of_business on notifications (business_id);

-- Quiet hours are minutes of the day in Asia/Jerusalem. An end before the beginning is on the next day.
create table notification_settings (
  business_id uuid primary key references businesses,
  -- Who mails and text messages come from; null: the installation's own names.
  mail_name text,
  sms_sender text,
  quiet_from smallint check (quiet_from between 0 and 1439),
  quiet_to smallint check (quiet_to between 0 and 1439),
  check ((quiet_from is null) = (quiet_to is null))
);

-- Who is notified of an event by default: owners, people (of the campaign), assigned, listed (addresses).
create table notification_audiences (
  business_id uuid not null references businesses,
  event text not null,
  app text[] not null,
  mail text[] not null,
  sms text[] not null,
  primary key (business_id, event)
);

-- A member's own choice for an event, in place of the business's audiences.
create table notification_choices (
  business_id uuid not null,
  user_id uuid not null,
  event text not null,
  app boolean not null,
  popup boolean not null,
  mail boolean not null,
  sms boolean not null,
  -- Only for leads that are assigned to them.
  only_mine boolean not null,
  primary key (business_id, user_id, event),
  foreign key (business_id, user_id) references memberships on delete cascade
);
create index notification_choices_sent on notification_choices (business_id) where mail or sms;

-- A member's quiet hours, in place of the business's. Without times: never quiet.
create table member_quiet_hours (
  business_id uuid not null,
  user_id uuid not null,
  quiet_from smallint check (quiet_from between 0 and 1439),
  quiet_to smallint check (quiet_to between 0 and 1439),
  primary key (business_id, user_id),
  foreign key (business_id, user_id) references memberships on delete cascade,
  check ((quiet_from is null) = (quiet_to is null))
);

-- Mail and SMS to send. business_id is null for those of an account (codes, recovery).
create table messages (
  id uuid primary key,
  business_id uuid,
  channel text not null check (channel in ('mail', 'sms')),
  recipient text not null,
  subject text,
  body text,
  html text,
  -- One message for each event and recipient, however often the job runs.
  dedupe_key text unique,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  -- The number of tries, and the next one.
  attempts int not null default 0,
  due_at timestamptz not null default now(),
  error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  -- The provider's id, the number of parts, and how far it came.
  provider_sid text,
  segments smallint,
  delivery text check (delivery in ('queued', 'sending', 'sent', 'delivered', 'read', 'undelivered', 'failed')),
  delivery_at timestamptz,
  -- The provider's error code.
  error_code int,
  -- Decides the direction of the text.
  language text,
  -- code: for a sign-in or a phone; account: to the holder of an account about it; notice: to members and confirmed
  -- recipients; stranger: to an address that is not confirmed.
  kind text not null default 'notice' check (kind in ('code', 'account', 'notice', 'stranger')),
  -- Whose ceiling it counts against: the person who caused it, or else the creator of its business.
  account_id uuid,
  -- Why it was not sent: a ceiling, a country, a kind of number.
  refusal text,
  -- For recipients who are no members. Cleared with the text once it is sent.
  unsubscribe_url text
);
create index messages_newest on messages (created_at desc);
create index messages_of_business on messages (business_id, created_at) where business_id is not null;
create index messages_due on messages (due_at) where state = 'queued';
-- The last message to an address.
create index messages_to on messages (business_id, recipient, created_at desc) where business_id is not null;
create index messages_refused on messages (created_at) where refusal is not null;
create index messages_waiting on messages (channel) where state = 'queued' and attempts = 0;

-- Texts of a business, in place of the product's.
create table message_templates (
  business_id uuid not null references businesses,
  name text not null,
  channel text not null check (channel in ('mail', 'sms')),
  language text not null,
  subject text,
  body text not null,
  primary key (business_id, name, channel, language),
  check ((channel = 'mail') = (subject is not null))
);

-- Phones that replied STOP to a sender. Of the installation: senders belong to no business.
create table sms_opt_outs (
  sender text not null,
  phone text not null,
  at timestamptz not null default now(),
  primary key (sender, phone)
);

-- Addresses that campaigns list and no member has proved. They get notices once confirmed; an address without a row was
-- not asked yet.
create table listed_recipients (
  business_id uuid not null references businesses,
  -- Part of its link, which is signed with the installation's key.
  id uuid not null,
  channel text not null check (channel in ('mail', 'sms')),
  -- An e-mail address, or a phone in E.164.
  address text not null,
  -- The language of its messages.
  language text not null,
  state text not null default 'asked' check (state in ('asked', 'confirmed', 'refused')),
  -- When it was last asked, and how often.
  asked_at timestamptz not null,
  asks smallint not null default 1,
  decided_at timestamptz,
  primary key (business_id, id),
  unique (business_id, channel, address),
  unique (id),
  check ((state = 'asked') = (decided_at is null))
);

call isolate_by_business('notification_settings', 'notification_audiences', 'notification_choices',
  'member_quiet_hours', 'message_templates', 'listed_recipients');
alter table notifications enable row level security;
alter table notifications force row level security;
create policy every_tenant on notifications to leadline_worker using (true);
create policy own on notifications to leadline_app using (user_id = current_person());
alter table messages enable row level security;
alter table messages force row level security;
create policy every_tenant on messages to leadline_worker using (true);
create policy write on messages for insert to leadline_app
  with check (business_id is null or business_id = current_business());
create policy cross_tenants on listed_recipients to leadline_search using (true);
grant select, update, delete on notifications to leadline_app;
grant select, insert, update, delete on notification_settings, notification_audiences, notification_choices,
  member_quiet_hours, message_templates to leadline_app;
grant insert on messages to leadline_app;
grant select, insert, update on listed_recipients to leadline_app;
grant select, insert, update on notifications, messages to leadline_worker;
grant select, insert on sms_opt_outs to leadline_worker;
grant select on listed_recipients to leadline_search;
