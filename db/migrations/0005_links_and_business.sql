-- Links of campaigns with UTM and a short address, and what is known of a business beside its name.
alter table businesses
  add column brand_name text,
  add column business_type text check (business_type in ('exempt', 'licensed', 'company', 'nonprofit')),
  add column company_number text,
  add column primary_line_of_business text,
  add column city text,
  add column street text,
  -- ISO 3166.
  add column country text not null default 'IL';

create table campaign_links (
  business_id uuid not null,
  id uuid not null,
  campaign_id uuid not null,
  -- What follows /l/ in the short address; printed ones live long, so no code is ever given twice.
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
-- Never filled: no form offered links before.
alter table campaigns drop column links;

alter table campaign_links enable row level security;
alter table campaign_links force row level security;
create policy tenant on campaign_links to leadline_app using (business_id = current_business());
grant select, insert, update on campaign_links to leadline_app;
-- Clicks are counted in memory and written together, whosever links they are.
create policy every_tenant on campaign_links to leadline_worker using (true);
grant select, update (clicks) on campaign_links to leadline_worker;

create policy cross_tenants on campaign_links to leadline_search using (true);
create policy cross_tenants on campaigns to leadline_search using (true);
grant select on campaign_links to leadline_search;
grant select (business_id, id, deleted_at) on campaigns to leadline_search;

-- A short address says whose link it is; with its link or its campaign deleted it leads nowhere.
create function find_campaign_link(wanted text) returns table (business_id uuid, id uuid, url text, utm jsonb)
  language sql stable security definer set search_path = public, pg_temp as $$
  select l.business_id, l.id, l.url, l.utm
  from campaign_links l join campaigns c on c.business_id = l.business_id and c.id = l.campaign_id
  where l.code = wanted and l.deleted_at is null and c.deleted_at is null
$$;

do $$ begin
  grant create on schema public to leadline_search;
  revoke all on function find_campaign_link(text) from public;
  grant execute on function find_campaign_link(text) to leadline_app;
  alter function find_campaign_link(text) owner to leadline_search;
  revoke create on schema public from leadline_search;
end $$;
