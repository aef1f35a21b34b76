-- What the operator charges its businesses (docs/decisions/0071-billing.md). Amounts are in agorot, days are of Israel.

-- A plan as it was offered at a time. A version is never changed, so a business keeps what it chose.
create table billing_plan_versions (
  id uuid primary key,
  plan text not null collate "C",
  version int not null check (version > 0),
  name_he text not null,
  name_en text not null,
  -- For a calendar month, before VAT.
  price bigint not null check (price >= 0),
  -- Rates by meter: { included, tiers: [{ upTo, unitPrice }] }, PlanRates of the contract.
  rates jsonb not null,
  created_at timestamptz not null default now(),
  unique (plan, version)
);
-- Which version of a plan may be chosen; a plan without a row is no longer offered.
create table billing_offers (
  plan text primary key collate "C",
  version_id uuid not null references billing_plan_versions
);
grant select on billing_plan_versions, billing_offers to leadline_app, leadline_worker;
grant insert on billing_plan_versions to leadline_worker;
grant insert, update, delete on billing_offers to leadline_worker;

create table billing_accounts (
  business_id uuid primary key references businesses,
  state text not null check (state in ('trial', 'active', 'past_due', 'suspended', 'canceled')),
  -- The last day of the trial.
  trial_until date not null,
  version_id uuid references billing_plan_versions,
  -- First and last day of the month that was charged; null: before the first plan.
  period_from date,
  period_to date,
  -- Another plan from the next month on.
  next_version_id uuid references billing_plan_versions,
  ends_after_period boolean not null default false,
  -- The most of each meter in a month: { minutes_out: 500 }.
  caps jsonb not null default '{}',
  -- First day of the month in which a cap was reached.
  capped_in date,
  -- From when on the account is suspended if nothing is paid; null: nothing is owed after its last try.
  suspends_on date,
  suspended_at timestamptz,
  -- Held by the operator, whatever was paid.
  is_held boolean not null default false,
  check ((version_id is null) = (period_from is null) and (period_from is null) = (period_to is null))
);
-- The plan of each day, by the first day on which it holds.
create table billing_plan_days (
  business_id uuid not null references billing_accounts,
  from_day date not null,
  version_id uuid not null references billing_plan_versions,
  primary key (business_id, from_day)
);
-- Warnings that were sent, once for each month, meter and share.
create table billing_warnings (
  business_id uuid not null references billing_accounts,
  month date not null,
  meter text not null collate "C",
  percent smallint not null,
  primary key (business_id, month, meter, percent)
);

-- Cards and standing orders. The payment house keeps the number; here are its token and what a person recognises it by.
create table billing_methods (
  business_id uuid not null references billing_accounts,
  id uuid not null,
  kind text not null check (kind in ('card', 'bank')),
  -- `waiting`: the person or the bank has not answered yet.
  state text not null check (state in ('waiting', 'approved', 'refused', 'removed')),
  -- The payment house's name of the set-up.
  setup_ref text not null unique,
  -- The token, sealed with the installation's key.
  token bytea,
  brand text not null default '',
  -- Of the card or of the bank account.
  last4 text not null default '',
  expires_month date,
  bank text not null default '',
  branch text not null default '',
  is_default boolean not null default false,
  created_at timestamptz not null,
  primary key (business_id, id)
);
create unique index billing_method_default on billing_methods (business_id) where is_default;

-- What a business was charged for. Never changed.
create table billing_invoices (
  business_id uuid not null,
  id uuid not null,
  -- What it is for, so that one thing is invoiced once: `month 2026-11-01`, `change <id>`.
  cause text not null collate "C",
  issued_on date not null,
  issued_at timestamptz not null,
  period_from date not null,
  period_to date not null,
  -- [{ kind, … , quantity, unitPrice, amount }], InvoiceLine of the contract.
  lines jsonb not null,
  net bigint not null check (net > 0),
  -- In hundredths of a percent; null: no VAT.
  vat_rate int,
  vat bigint not null check (vat >= 0),
  total bigint not null check (total = net + vat),
  primary key (business_id, id),
  unique (business_id, cause)
);
-- How far the collection of an invoice came.
create table billing_collections (
  business_id uuid not null,
  invoice_id uuid not null,
  state text not null default 'open' check (state in ('open', 'paid', 'stopped')),
  -- Tries by the calendar; tries that a person asks for do not count.
  tries int not null default 0,
  first_try_on date,
  due_at timestamptz,
  -- The payment house's word for the last refusal.
  refusal text,
  primary key (business_id, invoice_id),
  foreign key (business_id, invoice_id) references billing_invoices
);
create index billing_collections_due on billing_collections (due_at) where state = 'open';
-- Attempts to charge or to give back, and payments that the operator noted.
create table billing_payments (
  business_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  kind text not null check (kind in ('charge', 'refund', 'manual')),
  -- The key under which the payment house knows it; it charges one key once.
  key text not null unique collate "C",
  method text not null check (method in ('card', 'bank', 'transfer')),
  method_id uuid,
  last4 text not null default '',
  amount bigint not null check (amount > 0),
  -- `asked`: the payment house has not answered yet, or its answer was lost.
  state text not null check (state in ('asked', 'pending', 'settled', 'refused')),
  refusal text,
  -- The charge that a refund gives back.
  refund_of uuid,
  -- One of the tries by the calendar, not asked for by a person.
  by_calendar boolean not null default true,
  asked_at timestamptz not null,
  ended_at timestamptz,
  primary key (business_id, id),
  foreign key (business_id, invoice_id) references billing_invoices
);
-- One attempt at a time: what is not known is asked for before anything is tried again.
create unique index billing_payment_running on billing_payments (business_id, invoice_id)
  where kind = 'charge' and state in ('asked', 'pending');
create index billing_payments_running on billing_payments (asked_at) where state in ('asked', 'pending');

-- The ledger: double entry, append only. A debit is positive; the entries of a posting add up to 0.
create table billing_postings (
  business_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('invoice', 'payment', 'refund', 'credit')),
  invoice_id uuid not null,
  payment_id uuid,
  -- What is posted, once.
  cause text not null collate "C",
  posted_at timestamptz not null,
  note text not null default '',
  primary key (business_id, id),
  unique (business_id, cause),
  foreign key (business_id, invoice_id) references billing_invoices
);
create index billing_postings_of_invoice on billing_postings (business_id, invoice_id);
create table billing_entries (
  business_id uuid not null,
  posting_id uuid not null,
  account text not null check (account in ('receivable', 'revenue', 'vat', 'house', 'bank')),
  amount bigint not null check (amount <> 0),
  primary key (business_id, posting_id, account),
  foreign key (business_id, posting_id) references billing_postings
);

-- Usage of days that are over, counted once.
create table billing_usage_days (
  business_id uuid not null,
  day date not null,
  primary key (business_id, day)
);
create table billing_usage (
  business_id uuid not null,
  day date not null,
  meter text not null collate "C",
  -- All zeros: of no campaign.
  campaign_id uuid not null,
  amount bigint not null check (amount > 0),
  primary key (business_id, day, meter, campaign_id),
  foreign key (business_id, day) references billing_usage_days
);

call isolate_by_business('billing_accounts', 'billing_plan_days', 'billing_warnings', 'billing_methods', 'billing_invoices',
  'billing_collections', 'billing_payments', 'billing_postings', 'billing_entries', 'billing_usage_days', 'billing_usage');
grant select on billing_accounts, billing_plan_days, billing_warnings, billing_methods, billing_invoices,
  billing_collections, billing_payments, billing_postings, billing_entries, billing_usage_days, billing_usage to leadline_app;
grant insert, update, delete on billing_accounts, billing_plan_days, billing_warnings, billing_methods to leadline_worker;
grant insert, update on billing_collections, billing_payments to leadline_worker;
grant insert on billing_invoices, billing_postings, billing_entries, billing_usage_days, billing_usage to leadline_worker;

-- The payment house of the demo is a third party: nothing but its provider reads these tables.
create schema payment_house;
create table payment_house.setups (
  ref text primary key,
  kind text not null,
  return_url text not null,
  language text not null,
  -- `open`, `challenge` (3-D Secure), `approved`, `refused`.
  state text not null,
  token text unique,
  -- How the test card behaves when it is charged.
  behaviour text not null default '',
  card jsonb,
  at timestamptz not null
);
-- Charges are positive, refunds negative; one row for each key, for ever.
create table payment_house.ledger (
  key text primary key,
  token text not null,
  amount bigint not null,
  -- `settled`, `pending`, `refused`.
  state text not null,
  code text,
  refund_of text,
  at timestamptz not null,
  settles_at timestamptz
);
grant usage on schema payment_house to leadline_worker;
grant select, insert, update on all tables in schema payment_house to leadline_worker;
