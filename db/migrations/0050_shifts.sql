-- When people are on shift (docs/decisions/0055-shifts.md).

-- What a member set: weekly hours and exceptions. A member without a row has no shifts and is always on.
create table shift_plans (
  business_id uuid not null,
  user_id uuid not null,
  -- ShiftPlan of the contract.
  plan json not null default '{"weekly":[],"exceptions":[]}',
  -- Number of changes of the plan.
  version int not null default 0,
  -- The weekly hours as they stood when a week was last published; null: none was. They hold in weeks that are not published.
  agreed json,
  paused_from timestamptz,
  paused_until timestamptz,
  -- Until when shift_periods is written.
  written_until timestamptz,
  primary key (business_id, user_id),
  foreign key (business_id, user_id) references memberships on delete cascade,
  check ((paused_from is null) = (paused_until is null))
);
create index shift_plans_unwritten on shift_plans (written_until);

-- A member's week: what is published, and what the Owners prepare to publish.
create table shift_weeks (
  business_id uuid not null,
  -- Its Sunday.
  week date not null check (extract(dow from week) = 0),
  user_id uuid not null,
  -- Shifts of the seven days. Null: not published; no draft of its own.
  published json,
  draft json,
  -- Number of changes of either.
  version int not null default 0,
  published_at timestamptz,
  primary key (business_id, week, user_id),
  foreign key (business_id, user_id) references memberships on delete cascade,
  check ((published is null) = (published_at is null))
);
create index shift_weeks_of_person on shift_weeks (business_id, user_id, week);
create index shift_weeks_age on shift_weeks (week);

-- The times at which members who have a plan or a published week are on shift, written ahead. Those of the past stay when
-- their source changes.
create table shift_periods (
  business_id uuid not null,
  user_id uuid not null,
  is_on_call boolean not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  primary key (business_id, user_id, is_on_call, starts_at),
  foreign key (business_id, user_id) references memberships on delete cascade
);
create index shift_periods_age on shift_periods (ends_at);

create table shift_settings (
  business_id uuid primary key references businesses,
  -- ShiftSettings of the contract.
  settings json not null,
  version int not null default 0
);

create table shift_swaps (
  business_id uuid not null,
  id uuid not null,
  asker_id uuid not null,
  -- Null: any colleague.
  partner_id uuid,
  -- SwapShift of the contract: the asker's, and the partner's in return.
  gives json not null,
  takes json,
  note text not null default '',
  state text not null default 'asked' check (state in ('asked', 'accepted', 'approved', 'declined', 'withdrawn', 'ended')),
  -- When the first of its shifts begins: then it cannot be decided any more.
  begins_at timestamptz not null,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  primary key (business_id, id),
  foreign key (business_id, asker_id) references memberships on delete cascade,
  foreign key (business_id, partner_id) references memberships on delete cascade,
  check (asker_id <> partner_id),
  check ((state in ('asked', 'accepted')) = (decided_at is null))
);
-- A shift is in one open request of its person.
create unique index shift_swaps_open on shift_swaps (business_id, asker_id, (gives->>'day'), (gives->>'from'))
  where decided_at is null;
create index shift_swaps_newest on shift_swaps (business_id, created_at desc);
create index shift_swaps_age on shift_swaps (created_at);

call isolate_by_business('shift_plans', 'shift_weeks', 'shift_periods', 'shift_settings', 'shift_swaps');
grant select, insert, update, delete on shift_plans, shift_weeks, shift_periods, shift_settings, shift_swaps
  to leadline_app, leadline_worker;
