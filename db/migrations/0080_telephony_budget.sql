-- What a business's account with a provider of numbers costs, and when its Owners are warned
-- (docs/decisions/0084-numbers-for-real.md). Amounts are in the currency of the account.
create table telephony_budgets (
  business_id uuid not null references businesses,
  connection_id uuid not null,
  -- Null: no cap.
  monthly_cap numeric(12, 2) check (monthly_cap > 0),
  credit_floor numeric(12, 2) not null default 10 check (credit_floor >= 0),
  -- As the provider last said. Null: it does not say.
  currency text,
  spent numeric(14, 4),
  balance numeric(14, 4),
  -- The month (its first day, UTC) of `spent`.
  month date,
  read_at timestamptz,
  primary key (business_id, connection_id),
  foreign key (business_id, connection_id) references connections on delete cascade
);
call isolate_by_business('telephony_budgets');
grant select, insert, update on telephony_budgets to leadline_app;
grant select, insert, update on telephony_budgets to leadline_worker;

alter table alarms drop constraint alarms_kind_check, add constraint alarms_kind_check
  check (kind in ('number_quiet', 'number_test_failed', 'form_quiet', 'campaign_quiet', 'phone_unanswered', 'telephony_cap',
    'telephony_credit'));
