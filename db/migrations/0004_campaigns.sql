-- Campaigns, the statuses that their leads can have, their members and their short links.

create table lead_statuses (
  business_id uuid not null references businesses,
  id uuid not null,
  name_he text not null,
  name_en text not null,
  hue text not null,
  type text not null check (type in ('Open', 'Ongoing', 'On hold', 'Won', 'Lost')),
  position int not null,
  is_default boolean not null default false,
  -- What a person who chooses it is asked for (contract/leads/statuses.ts).
  asks text,
  -- Where it can be chosen; null: in every campaign.
  campaign_ids uuid[],
  -- The row stays, for the history of leads that had it.
  deleted_at timestamptz,
  primary key (business_id, id),
  constraint lead_statuses_asks check (
    asks is null or (asks = 'sale_amount' and type = 'Won') or (asks = 'lost_reason' and type = 'Lost')),
  -- New leads begin with the default, whatever their campaign.
  constraint lead_statuses_default_shown check (not is_default or (deleted_at is null and campaign_ids is null))
);
create unique index lead_statuses_default on lead_statuses (business_id) where is_default;

create table campaigns (
  business_id uuid not null references businesses,
  id uuid not null,
  name text not null,
  image text,
  email text,
  tags text[] not null default '{}',
  start_date date,
  end_date date,
  notes text not null default '',
  is_enabled boolean not null default true,
  email_notifications text[] not null default '{}',
  sms_notifications text[] not null default '{}',
  virtual_number text,
  facebook_campaign_id text,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (business_id, id)
);
create index campaigns_newest on campaigns (business_id, created_at desc, id desc) where deleted_at is null;

create table campaign_members (
  business_id uuid not null,
  campaign_id uuid not null,
  user_id uuid not null,
  role text not null check (role in ('Affiliate', 'Lead', 'Writer', 'Reader')),
  hears_calls boolean not null default false,
  -- May export the campaign's calls as a file.
  exports_calls boolean not null default false,
  primary key (business_id, campaign_id, user_id),
  foreign key (business_id, campaign_id) references campaigns,
  foreign key (business_id, user_id) references memberships on delete cascade
);
create index campaign_members_of_user on campaign_members (business_id, user_id);

create table campaign_links (
  business_id uuid not null,
  id uuid not null,
  campaign_id uuid not null,
  -- What follows /l/ in the short address. Printed addresses live long, so no code is ever reused.
  code text collate "C" not null unique,
  label text not null,
  url text not null,
  utm jsonb not null default '{}',
  position int not null,
  clicks bigint not null default 0,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (business_id, id),
  foreign key (business_id, campaign_id) references campaigns
);
create index campaign_links_of_campaign on campaign_links (business_id, campaign_id, position) where deleted_at is null;

call isolate_by_business('lead_statuses', 'campaigns', 'campaign_members', 'campaign_links');
create policy cross_tenants on campaigns to leadline_search using (true);
create policy cross_tenants on campaign_members to leadline_search using (true);
create policy cross_tenants on campaign_links to leadline_search using (true);
grant select, insert, update, delete on lead_statuses, campaigns, campaign_members to leadline_app;
grant select, insert, update on campaign_links to leadline_app;
-- For the erasure of people.
grant update (email_notifications, sms_notifications) on campaigns to leadline_worker;
grant update (clicks) on campaign_links to leadline_worker;
grant select on campaign_members, campaign_links to leadline_search;
grant select (business_id, deleted_at, id) on campaigns to leadline_search;
