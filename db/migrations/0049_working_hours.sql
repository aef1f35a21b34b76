-- When a business is open, and a campaign that has hours of its own (docs/decisions/0053-working-time.md).
create table working_hours (
  business_id uuid not null references businesses,
  -- Null: the hours of the business.
  campaign_id uuid,
  -- WorkingHours of the contract. Null: not set; the business has the hours of a new one.
  hours jsonb,
  version int not null default 0,
  -- Until when open_periods is written.
  written_until timestamptz not null default '-infinity',
  unique nulls not distinct (business_id, campaign_id),
  foreign key (business_id, campaign_id) references campaigns on delete cascade
);
create index working_hours_written on working_hours (written_until);

-- The times at which it is open, written ahead from working_hours, for statements that count working time.
create table open_periods (
  business_id uuid not null references businesses,
  campaign_id uuid,
  during tstzrange not null check (not isempty(during)),
  unique nulls not distinct (business_id, campaign_id, during),
  foreign key (business_id, campaign_id) references campaigns on delete cascade
);
