-- What businesses and people decide about notifications: who hears of what, how, when not, and in which words.

-- Quiet hours are minutes of the day in Asia/Jerusalem; an end before the begin is the next morning's.
create table notification_settings (
  business_id uuid primary key references businesses,
  -- Who mails and text messages come from; null: the installation's own names.
  mail_name text,
  sms_sender text,
  quiet_from smallint check (quiet_from between 0 and 1439),
  quiet_to smallint check (quiet_to between 0 and 1439),
  check ((quiet_from is null) = (quiet_to is null))
);

-- Who hears of an event unless they decided otherwise: owners, people (of the campaign), assigned, listed (addresses).
create table notification_audiences (
  business_id uuid not null references businesses,
  event text not null,
  app text[] not null,
  mail text[] not null,
  sms text[] not null,
  primary key (business_id, event)
);

-- What a member decided of an event, in place of the business's audiences.
create table notification_choices (
  business_id uuid not null,
  user_id uuid not null,
  event text not null,
  app boolean not null,
  popup boolean not null,
  mail boolean not null,
  sms boolean not null,
  -- Of leads that are assigned to them alone.
  only_mine boolean not null,
  primary key (business_id, user_id, event),
  foreign key (business_id, user_id) references memberships on delete cascade
);
create index notification_choices_sent on notification_choices (business_id) where mail or sms;

-- A member's quiet hours in place of the business's; without times: never quiet.
create table notification_quiet (
  business_id uuid not null,
  user_id uuid not null,
  quiet_from smallint check (quiet_from between 0 and 1439),
  quiet_to smallint check (quiet_to between 0 and 1439),
  primary key (business_id, user_id),
  foreign key (business_id, user_id) references memberships on delete cascade,
  check ((quiet_from is null) = (quiet_to is null))
);

-- Words of a business in place of the product's.
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

do $$ declare t text; begin
  foreach t in array array['notification_settings', 'notification_audiences', 'notification_choices', 'notification_quiet',
      'message_templates'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I to leadline_app using (business_id = current_business())', t);
    execute format('grant select, insert, update, delete on %I to leadline_app', t);
    execute format('create policy every_tenant on %I to leadline_worker using (true)', t);
    execute format('grant select on %I to leadline_worker', t);
  end loop;
end $$;

-- It is in the panel, and nothing pops up.
alter table notifications add column is_silent boolean not null default false;

-- The direction that it is shown in.
alter table messages add column language text;
-- The last one to somebody.
create index messages_to on messages (business_id, recipient, created_at desc) where business_id is not null;

-- Whether a moment falls into quiet hours: as far from their begin, around the clock, as before their end.
create function is_quiet(at timestamptz, quiet_from smallint, quiet_to smallint) returns boolean
  language sql immutable parallel safe return coalesce(
    (floor(extract(epoch from (at at time zone 'Asia/Jerusalem')::time) / 60)::int - quiet_from + 1440) % 1440
      < (quiet_to - quiet_from + 1440) % 1440, false);
