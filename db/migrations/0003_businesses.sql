-- Businesses, their members, and the ceilings of what they may spend in a day.

create table businesses (
  business_id uuid primary key,
  name text not null,
  email text,
  phone text,
  contact_name text,
  image text,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  brand_name text,
  business_type text check (business_type in ('exempt', 'licensed', 'company', 'nonprofit')),
  company_number text,
  primary_line_of_business text,
  city text,
  street text,
  -- ISO 3166.
  country text not null default 'IL',
  -- When a closed business is erased; null: it is open.
  closes_at timestamptz,
  closed_at timestamptz,
  closed_by uuid references users,
  -- Since when it is being erased: it cannot be reopened, and has no members.
  erasing_since timestamptz,
  -- Members need a session with a second factor.
  requires_two_factor boolean not null default false,
  -- Affiliates, of the business or of a campaign, see phones and e-mails of leads masked.
  masks_contacts boolean not null default false,
  -- Writers and Readers of a campaign read only the leads that are assigned to them.
  own_leads_only boolean not null default false,
  created_by uuid,
  -- Since when the operator lets it call phones over the installation's own trunk.
  outside_lines_at timestamptz
);
create index businesses_closing on businesses (closes_at) where closes_at is not null;
create index businesses_of_creator on businesses (created_by);

create table memberships (
  business_id uuid not null references businesses,
  user_id uuid not null references users,
  role text not null check (role in ('Owner', 'Admin', 'Affiliate', 'Lead', 'Writer', 'Reader', 'None')),
  joined_at timestamptz not null default now(),
  suspended_at timestamptz,
  -- Owners always hear calls; an Admin by this grant, others by the grant in a campaign.
  hears_calls boolean not null default false,
  -- When the person last did something in the business, to within minutes.
  last_seen_at timestamptz,
  -- A removed member stays, suspended and hidden, so that what they did keeps their name.
  removed_at timestamptz,
  primary key (business_id, user_id),
  constraint memberships_removed check (removed_at is null or suspended_at is not null)
);
create index memberships_of_user on memberships (user_id);

-- What was spent today at the operator's cost, for all processes together. Days are those of Asia/Jerusalem.
create table ceiling_uses (
  day date not null,
  -- sms or mail.
  what text not null,
  -- installation, business:<id> or account:<id>.
  holder text not null,
  used int not null,
  primary key (day, what, holder)
);

-- How often a member did something today that is limited per person. One row for each action, reused every day.
create table daily_action_counts (
  business_id uuid not null references businesses,
  user_id uuid not null,
  action text not null check (action in ('contact_changed', 'lead_joined')),
  -- In Asia/Jerusalem.
  day date not null,
  times int not null,
  primary key (business_id, user_id, action),
  foreign key (business_id, user_id) references memberships on delete cascade
);

call isolate_by_business('businesses', 'memberships', 'daily_action_counts');
create policy cross_tenants on businesses to leadline_search using (true);
create policy cross_tenants on memberships to leadline_search using (true);
grant select, insert, update on businesses to leadline_app;
grant select, insert, update, delete on memberships, daily_action_counts to leadline_app;
grant select, insert, update on ceiling_uses to leadline_worker;
-- For the erasure of businesses and accounts.
grant update (erasing_since) on businesses to leadline_worker;
grant update (last_seen_at, removed_at, suspended_at) on memberships to leadline_worker;
grant select on businesses, memberships to leadline_search;
