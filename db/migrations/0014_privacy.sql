-- Erasure of people, and how long data is kept.

-- A request to erase a person. Its contacts are cleared when the erasure is finished.
create table person_erasures (
  business_id uuid not null references businesses,
  id uuid not null,
  lead_ids uuid[] not null,
  -- Phones in E.164 and e-mail addresses.
  contacts text[] not null,
  asked_by uuid not null references users,
  asked_at timestamptz not null,
  -- The first pass. A second one, which finishes it, erases what was under way meanwhile.
  first_pass_at timestamptz,
  finished_at timestamptz,
  primary key (business_id, id)
);
create index person_erasures_open on person_erasures (asked_at) where finished_at is null;

-- Retention periods that a business chose in place of the default (contract/retention.ts).
create table retention_periods (
  business_id uuid not null references businesses,
  kind text not null check (kind in ('recordings', 'callReports', 'textReports', 'payloads', 'newcomers', 'traces')),
  amount int not null check (amount > 0),
  primary key (business_id, kind)
);

call isolate_by_business('person_erasures', 'retention_periods');
grant select, insert on person_erasures to leadline_app;
grant select, insert, update, delete on retention_periods to leadline_app;
grant update on person_erasures to leadline_worker;
