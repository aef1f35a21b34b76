-- Alarms that hold (docs/decisions/0062-alarms.md). Each is raised once: its row stays until what it is about has ended.
create table alarms (
  business_id uuid not null references businesses,
  -- AlarmKind of the contract.
  kind text not null check (kind in ('number_quiet', 'form_quiet', 'campaign_quiet', 'phone_unanswered')),
  -- Id of the number, form, campaign or person; of a phone that belongs to no person its number in E.164.
  subject text not null collate "C",
  raised_at timestamptz not null,
  primary key (business_id, kind, subject)
);
call isolate_by_business('alarms');
grant select, insert, update, delete on alarms to leadline_worker;

-- The enquiries that a form brought lately.
create index lead_enquiries_of_form on lead_enquiries (business_id, form_id, at) where form_id is not null;
