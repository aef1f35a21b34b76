-- Tests of numbers (docs/decisions/0066-line-tests.md): the provider calls the number, and its call flow answers before
-- any phone is rung.
alter table virtual_numbers add column daily_test boolean not null default false;
create index virtual_numbers_tested on virtual_numbers (business_id) where daily_test;

create table line_tests (
  business_id uuid not null,
  id uuid not null,
  number_id uuid not null,
  connection_id uuid not null,
  -- From which number it calls: another one of the account, else the number itself.
  caller text not null collate "C",
  -- The day in Israel of a daily test; null: a person asked for it.
  day date,
  -- When it was to call. With no outcome it goes on, and at `due_at` it is looked at.
  asked_at timestamptz not null,
  due_at timestamptz,
  -- When the provider was asked to call, and its id of the call.
  placed_at timestamptz,
  provider_sid text,
  -- When the number's hook answered, and when it heard the keys that prove the call to be ours.
  reached_at timestamptz,
  proved_at timestamptz,
  -- LineTestOutcome of the contract.
  outcome text check (outcome in ('answered', 'not_heard', 'wrong_answer', 'not_answered', 'not_placed', 'unknown')),
  ended_at timestamptz,
  primary key (business_id, id),
  foreign key (business_id, number_id) references virtual_numbers,
  check ((outcome is null) = (due_at is not null)),
  check ((outcome is null) = (ended_at is null))
);
-- One at a time, and one daily test on a day.
create unique index line_tests_running on line_tests (business_id, number_id) where outcome is null;
create unique index line_tests_daily on line_tests (business_id, number_id, day);
create index line_tests_newest on line_tests (business_id, number_id, asked_at);
create index line_tests_due on line_tests (due_at) where outcome is null;
create index line_tests_age on line_tests (ended_at);

call isolate_by_business('line_tests');
grant select, insert, update, delete on line_tests to leadline_app, leadline_worker;

alter table alarms drop constraint alarms_kind_check, add constraint alarms_kind_check
  check (kind in ('number_quiet', 'number_test_failed', 'form_quiet', 'campaign_quiet', 'phone_unanswered'));
