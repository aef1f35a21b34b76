-- Grant to export the leads of a campaign, for its Affiliates and Leads.
alter table campaign_members add column exports_leads boolean not null default false;

-- What a person asked for as a file. The file is made when its address is opened, and is stored nowhere.
create table lead_exports (
  business_id uuid not null references businesses,
  id uuid not null,
  user_id uuid not null references users,
  -- contract/leads/sheets/lead-export.ts
  asked jsonb not null,
  created_at timestamptz not null default now(),
  primary key (business_id, id)
);
create index lead_exports_old on lead_exports (created_at);
call isolate_by_business('lead_exports');
grant select, insert on lead_exports to leadline_app;
grant select, delete on lead_exports to leadline_worker;
