-- Callers who were missed and with whom no one has spoken since (docs/decisions/0057-missed-calls.md). Derived from calls,
-- except snoozing. A caller has a row for each campaign that they tried, because rights are those of a campaign.
create table missed_callers (
  business_id uuid not null references businesses,
  -- E.164.
  caller text not null collate "C",
  campaign_id uuid not null,
  -- The last missed call.
  call_id uuid not null,
  -- Missed calls since the last talk or mark, and when the first and the last of them began.
  tries int not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  -- The people whom they rang.
  rang uuid[] not null,
  -- Hidden until then, unless the caller tries again after `snoozed_after`, the last try at the time of snoozing.
  snoozed_until timestamptz,
  snoozed_after timestamptz,
  primary key (business_id, caller, campaign_id),
  foreign key (business_id, campaign_id) references campaigns,
  foreign key (business_id, call_id) references calls on delete cascade,
  check ((snoozed_until is null) = (snoozed_after is null))
);
create index missed_callers_newest on missed_callers (business_id, last_at);
create index missed_callers_age on missed_callers (last_at);
-- Missed calls are read by caller; those of a day are found by status.
drop index calls_missed;
create index calls_missed on calls (business_id, caller, started_at) where direction = 'inbound' and not is_test
  and caller is not null and status in ('Not Answered', 'Busy', 'Caller Canceled', 'Out of Time');
-- Whether a person was called: asked for each missed caller.
create index calls_to on calls (business_id, called, started_at) where direction = 'outbound';

-- The day of the last digest of missed calls that was sent to the business.
create table missed_call_digests (
  business_id uuid primary key references businesses,
  day date not null
);

-- Working minutes within which callers and new leads should be answered; null: no target.
alter table campaigns add column response_target int default 30 check (response_target between 1 and 10080);

call isolate_by_business('missed_callers', 'missed_call_digests');
grant select, insert, update, delete on missed_callers to leadline_app, leadline_worker;
grant select, insert, update on missed_call_digests to leadline_worker;
