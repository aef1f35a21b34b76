-- Counters (docs/decisions/0001-counters.md). Only the relay writes them; a nightly audit compares them with the rows.

-- Leads. facet and key: 'all' '', 'campaign' <id>, 'status' <id>, 'source' <source>.
create table lead_counts (
  business_id uuid not null,
  facet text not null,
  key text not null,
  total bigint not null,
  -- Agorot of won leads.
  sales bigint not null,
  primary key (business_id, facet, key)
);

create table lead_day_counts (
  business_id uuid not null,
  facet text not null,
  key text not null,
  day date not null,
  total bigint not null,
  sales bigint not null,
  primary key (business_id, facet, key, day)
);

-- So that a deep page need not add up every day.
create table lead_month_counts (
  business_id uuid not null,
  facet text not null,
  key text not null,
  -- Its first day.
  month date not null,
  total bigint not null,
  primary key (business_id, facet, key, month)
);

-- Leads of a campaign; the nil campaign stands for all of them. facet and key: 'all' '', 'status' <id>, 'source' <source>,
-- 'response' <response_step>.
create table campaign_day_counts (
  business_id uuid not null,
  campaign_id uuid not null,
  facet text not null,
  day date not null,
  key text not null,
  total bigint not null,
  -- Agorot of won leads.
  sales bigint not null,
  primary key (business_id, campaign_id, facet, day, key)
);

create table campaign_month_counts (
  business_id uuid not null,
  campaign_id uuid not null,
  facet text not null,
  -- Its first day.
  month date not null,
  key text not null,
  total bigint not null,
  sales bigint not null,
  primary key (business_id, campaign_id, facet, month, key)
);

-- Ended calls of a campaign; the nil campaign stands for all of them. facet and key: 'all' '', 'status' <status>,
-- 'answered' <user>, 'missed' <user>. Ongoing calls, test calls and calls without a campaign are not counted; totals read
-- them from the table.
create table call_counts (
  business_id uuid not null,
  campaign_id uuid not null,
  facet text not null,
  key text not null,
  total bigint not null,
  -- Of answered calls: seconds until the answer, and of talk.
  wait bigint not null,
  talk bigint not null,
  primary key (business_id, campaign_id, facet, key)
);

create table call_day_counts (
  business_id uuid not null,
  campaign_id uuid not null,
  facet text not null,
  day date not null,
  key text not null,
  total bigint not null,
  wait bigint not null,
  talk bigint not null,
  primary key (business_id, campaign_id, facet, day, key)
);

create table call_month_counts (
  business_id uuid not null,
  campaign_id uuid not null,
  facet text not null,
  -- Its first day.
  month date not null,
  key text not null,
  total bigint not null,
  wait bigint not null,
  talk bigint not null,
  primary key (business_id, campaign_id, facet, month, key)
);

-- What a counter lacks, or has too much if negative. level: 'day', 'month' or 'total', where day is null.
create type counter_drift as (level text, campaign_id uuid, facet text, key text, day date, total bigint, sales bigint);
create type call_drift as (level text, campaign_id uuid, facet text, key text, day date, total bigint, wait bigint, talk bigint);

-- What the nightly audit of a business found and repaired.
create table counter_audits (
  business_id uuid not null,
  at timestamptz not null default now(),
  -- Number of figures compared.
  checked bigint not null,
  -- The first wrong figures, with what the counter lacked.
  drifts jsonb not null,
  drift_count int not null,
  repaired int not null,
  took_ms int not null,
  primary key (business_id, at)
);

call isolate_by_business('lead_counts', 'lead_day_counts', 'lead_month_counts', 'campaign_day_counts',
  'campaign_month_counts', 'call_counts', 'call_day_counts', 'call_month_counts', 'counter_audits');
create policy cross_tenants on lead_counts to leadline_search using (true);
grant select on lead_counts, lead_day_counts, lead_month_counts, campaign_day_counts, campaign_month_counts,
  call_counts, call_day_counts, call_month_counts, counter_audits to leadline_app;
grant insert, update on lead_counts, lead_day_counts, lead_month_counts, campaign_day_counts, campaign_month_counts,
  call_counts, call_day_counts, call_month_counts, counter_audits to leadline_worker;
grant select on lead_counts to leadline_search;
