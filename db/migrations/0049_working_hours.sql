-- When a business is open, and a campaign that has hours of its own (docs/decisions/0053-working-time.md).
create table working_hours (
  business_id uuid not null references businesses,
  -- Null: the hours of the business.
  campaign_id uuid,
  -- Whose hours they are.
  owner_id uuid generated always as (coalesce(campaign_id, business_id)) stored,
  -- WorkingHours of the contract, as it was sent. Null: a business whose hours are those of a new one, a campaign with those of the business.
  hours json,
  -- Number of changes.
  version int not null default 0,
  -- Until when open_periods is written; null: not at all.
  written_until timestamptz,
  primary key (business_id, owner_id),
  foreign key (business_id, campaign_id) references campaigns on delete cascade
);

-- The times at which it is open, written ahead from working_hours: statements that count working time read them. They do not
-- overlap. Those of the past stay when the hours change.
create table open_periods (
  business_id uuid not null references businesses,
  -- Null: of the business.
  campaign_id uuid,
  owner_id uuid generated always as (coalesce(campaign_id, business_id)) stored,
  opens_at timestamptz not null,
  closes_at timestamptz not null check (closes_at > opens_at),
  primary key (business_id, owner_id, opens_at),
  foreign key (business_id, campaign_id) references campaigns on delete cascade
);
create index open_periods_age on open_periods (closes_at);

call isolate_by_business('working_hours', 'open_periods');
grant select, insert, update, delete on working_hours, open_periods to leadline_app, leadline_worker;
