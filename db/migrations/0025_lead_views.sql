-- Saved views of the lead list: its filters, search, order, columns and look under a name.

create table lead_views (
  business_id uuid not null references businesses,
  id uuid not null,
  -- Who made it. A shared view stays when they leave.
  owner_id uuid not null references users,
  name text not null,
  is_shared boolean not null,
  is_pinned boolean not null,
  -- contract/leads/views/lead-views.ts
  query jsonb not null,
  -- Among the shared ones of the business, or the private ones of the owner.
  position int not null,
  created_at timestamptz not null default now(),
  -- A deleted view can be restored for a while.
  deleted_at timestamptz,
  primary key (business_id, id)
);
create unique index lead_views_shared_name on lead_views (business_id, lower(name)) where is_shared and deleted_at is null;
create unique index lead_views_own_name on lead_views (business_id, owner_id, lower(name))
  where not is_shared and deleted_at is null;
create index lead_views_deleted on lead_views (deleted_at) where deleted_at is not null;

-- The view that a member's list opens with.
create table lead_view_defaults (
  business_id uuid not null,
  user_id uuid not null,
  view_id uuid not null,
  primary key (business_id, user_id),
  foreign key (business_id, user_id) references memberships on delete cascade,
  foreign key (business_id, view_id) references lead_views on delete cascade
);
create index lead_view_defaults_view on lead_view_defaults (business_id, view_id);

call isolate_by_business('lead_views', 'lead_view_defaults');
create policy cross_tenants on lead_views to leadline_search using (true);
create policy cross_tenants on lead_view_defaults to leadline_search using (true);
grant select, insert, update on lead_views to leadline_app;
grant select, insert, update, delete on lead_view_defaults to leadline_app;
grant select on lead_views, lead_view_defaults to leadline_search;
