-- Leads from other systems, and the requests by which they came (docs/decisions/0090-leads-from-anywhere.md).

create table lead_sources (
  business_id uuid not null references businesses,
  id uuid not null,
  campaign_id uuid not null,
  kind text not null check (kind in ('web', 'google_ads', 'tiktok', 'email')),
  name text not null,
  -- The secret part of its address.
  key text not null unique collate "C",
  source text not null,
  -- SourceMapping of the contract; null: fields are recognised by their names.
  mapping jsonb,
  status_id uuid,
  assigned_to uuid references users,
  is_enabled boolean not null default true,
  -- Until when the next request is taken as the sample.
  captures_until timestamptz,
  sample_id uuid,
  created_by uuid references users,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (business_id, id),
  foreign key (business_id, campaign_id) references campaigns on delete cascade
);
create index lead_sources_of_campaign on lead_sources (business_id, campaign_id);
-- A campaign has one address for leads by mail.
create unique index lead_sources_mail on lead_sources (business_id, campaign_id) where kind = 'email' and deleted_at is null;

-- Requests as they came, stored before they are read. One with several leads is replaced by one for each of them.
create table lead_deliveries (
  business_id uuid not null,
  id uuid not null,
  source_id uuid not null,
  at timestamptz not null,
  -- `sample`: entered by a person. `repeated`: the lead came by an earlier request.
  state text not null check (state in ('waiting', 'lead', 'repeated', 'test', 'unread', 'sample')),
  reason text,
  content_type text,
  -- The sender's network.
  address text not null,
  -- The body; in base64 if PostgreSQL cannot store it as text.
  raw text not null,
  is_base64 boolean not null,
  -- What was found in it, as [path, label, value]; null: not read yet. Erasure finds persons in it whatever the encoding.
  fields jsonb,
  -- Values that a person corrected, by path.
  corrections jsonb,
  -- A person decided that it is read although Google's key is wrong.
  is_trusted boolean not null default false,
  -- Identifies the lead at its sender, else the body.
  sameness text,
  lead_id uuid,
  attempts smallint not null default 0,
  -- When it is read; of one that waits.
  due_at timestamptz,
  primary key (business_id, id),
  foreign key (business_id, source_id) references lead_sources on delete cascade
);
create index lead_deliveries_due on lead_deliveries (due_at) where state = 'waiting';
create index lead_deliveries_newest on lead_deliveries (business_id, source_id, at, id);
create index lead_deliveries_unread on lead_deliveries (business_id, source_id) where state = 'unread';
create index lead_deliveries_same on lead_deliveries (business_id, source_id, sameness, at) where sameness is not null;
create index lead_deliveries_of_lead on lead_deliveries (business_id, lead_id) where lead_id is not null;
-- Retention, for all businesses.
create index lead_deliveries_at on lead_deliveries (business_id, at);

call isolate_by_business('lead_sources', 'lead_deliveries');
grant select, insert, update, delete on lead_sources, lead_deliveries to leadline_app, leadline_worker;
-- The key of an address determines the business.
create policy cross_tenants on lead_sources to leadline_search using (true);
grant select on lead_sources to leadline_search;

-- The source that sent the enquiry.
alter table lead_enquiries add column source_id uuid;
