-- What a person is to do next on a lead, and when.
create table follow_ups (
  business_id uuid not null references businesses,
  id uuid not null,
  lead_id uuid not null,
  -- Who is to do it.
  user_id uuid not null references users,
  action text not null check (action in ('Send Email', 'Send SMS', 'Call Back', 'None')),
  due_at timestamptz not null,
  note text not null default '',
  -- Null: not a person of the business.
  created_by uuid references users,
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  ending text check (ending in ('done', 'call')),
  primary key (business_id, id),
  foreign key (business_id, lead_id) references leads on delete cascade,
  check ((closed_at is null) = (ending is null))
);
-- At most one open follow-up per lead and colleague.
create unique index follow_ups_open on follow_ups (business_id, lead_id, user_id) where closed_at is null;
create index follow_ups_of_lead on follow_ups (business_id, lead_id, closed_at) where closed_at is not null;
create index follow_ups_of_person on follow_ups (business_id, user_id, due_at, id) where closed_at is null;
create index follow_ups_due on follow_ups (business_id, due_at, id) where closed_at is null;

call isolate_by_business('follow_ups');
grant select, insert, update, delete on follow_ups to leadline_app;
grant insert, update on follow_ups to leadline_worker;

-- Calls that a person marked as returned in another way.
alter table calls add column returned_at timestamptz;
alter table calls add column returned_by uuid references users;
-- Missed callers of the last days.
create index calls_missed on calls (business_id, started_at, id) where direction = 'inbound' and not is_test
  and caller is not null and status in ('Not Answered', 'Busy', 'Caller Canceled', 'Out of Time');
