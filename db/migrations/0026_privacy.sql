-- Erasing a person, and how long things are kept.

-- Who was erased has neither phone nor e-mail; the row stays for the counts, and for what happened to it.
alter table leads add column erased_at timestamptz;
alter table leads drop constraint leads_check;
alter table leads add constraint leads_reachable check (phone is not null or email is not null or erased_at is not null);
alter table users add column erased_at timestamptz;

-- Who asked for whose erasure, and when; what the person is found by goes when nothing of it is left.
create table person_erasures (
  business_id uuid not null references businesses,
  id uuid not null,
  lead_ids uuid[] not null,
  -- Phones in E.164 and e-mail addresses.
  contacts text[] not null,
  asked_by uuid not null references users,
  asked_at timestamptz not null,
  -- Erased for the first time; what was under way then is erased before it is finished.
  swept_at timestamptz,
  finished_at timestamptz,
  primary key (business_id, id)
);
create index person_erasures_open on person_erasures (asked_at) where finished_at is null;

-- How long a business keeps things, where it wants something else than the standard (contract/privacy.ts).
create table retention_clocks (
  business_id uuid not null references businesses,
  clock text not null check (clock in ('recordings', 'callReports', 'textReports', 'payloads', 'newcomers', 'traces')),
  amount int not null check (amount > 0),
  primary key (business_id, clock)
);

do $$ declare t text; begin
  foreach t in array array['person_erasures', 'retention_clocks'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I to leadline_app using (business_id = current_business())', t);
    execute format('create policy every_tenant on %I to leadline_worker using (true)', t);
    execute format('grant select on %I to leadline_worker', t);
  end loop;
end $$;
grant select, insert on person_erasures to leadline_app;
grant update on person_erasures to leadline_worker;
grant select, insert, update, delete on retention_clocks to leadline_app;

-- What came by text, or belongs to no call that is known: looked through for a person's number.
create index provider_events_alone on provider_events (business_id) where call_id is null;

-- What erasing a lead touches.
grant update on leads to leadline_worker;
grant insert, update on lead_tags to leadline_worker;
grant update (message, utm, click_ids, landing_page, referrer, raw, content_type, answers, consent)
  on lead_enquiries to leadline_worker;
grant update (text) on lead_comments to leadline_worker;
grant update (raw, lead_id) on payloads to leadline_worker;
grant update (payload) on provider_events to leadline_worker;
grant update (before) on operation_leads to leadline_worker;

-- What erasing an account touches.
grant update (name, email, phone, phone_verified_at, password_hash, image, table_views, last_business_id, erased_at)
  on users to leadline_worker;
grant select, delete on two_factor, recovery_codes, passkeys, google_accounts to leadline_worker;
grant update (phone) on call_attempts to leadline_worker;
grant update (email_notifications, sms_notifications) on campaigns to leadline_worker;
grant update (routing) on virtual_numbers, number_orders to leadline_worker;
grant update (removed_at) on memberships to leadline_worker;
