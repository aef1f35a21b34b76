-- Push notifications (docs/decisions/0047-in-the-field.md).

-- Browsers that a person allowed to show notifications. One a session, and it ends with the session.
create table push_devices (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  session_id uuid not null unique references sessions on delete cascade,
  -- The address at the browser's push service, and the browser's keys (RFC 8291).
  endpoint text not null,
  p256dh bytea not null check (length(p256dh) = 65),
  auth bytea not null check (length(auth) = 16),
  user_agent text,
  created_at timestamptz not null default now(),
  unique (user_id, endpoint)
);
create index push_devices_by_endpoint on push_devices (endpoint);
alter table push_devices enable row level security;
alter table push_devices force row level security;
create policy own on push_devices to leadline_app using (user_id = current_person());
create policy every_tenant on push_devices to leadline_worker using (true);
grant select, insert, update, delete on push_devices to leadline_app;
grant select, delete on push_devices to leadline_worker;

-- A push shows the notification that the person also finds in the app, so people who chose for themselves get it, too.
alter table notification_choices add column push boolean not null default true;
alter table notification_choices alter column push drop default;

alter table messages drop constraint messages_channel_check;
alter table messages add constraint messages_channel_check check (channel in ('mail', 'sms', 'push'));
