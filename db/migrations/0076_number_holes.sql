-- Times in the next two weeks at which a number that follows a call flow is open and rings no one
-- (docs/decisions/0062-alarms.md). They are known to the Owners, or were said to them.
create table number_holes (
  business_id uuid not null,
  number_id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  primary key (business_id, number_id, starts_at)
);
call isolate_by_business('number_holes');
grant select, insert, delete on number_holes to leadline_worker;

-- What was examined: holes of another flow or version were confirmed when it was published.
create table hole_checks (
  business_id uuid not null,
  number_id uuid not null,
  flow_id uuid not null,
  version int not null,
  examined_at timestamptz not null,
  primary key (business_id, number_id),
  foreign key (business_id, number_id) references virtual_numbers on delete cascade
);
call isolate_by_business('hole_checks');
grant select, insert, update, delete on hole_checks to leadline_worker;
alter table number_holes add foreign key (business_id, number_id) references hole_checks on delete cascade;

-- An approved swap can be undone.
alter table shift_swaps drop constraint shift_swaps_state_check;
alter table shift_swaps add constraint shift_swaps_state_check
  check (state in ('asked', 'accepted', 'approved', 'declined', 'withdrawn', 'ended', 'undone'));
