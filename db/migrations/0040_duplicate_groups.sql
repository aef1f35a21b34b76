-- Groups of leads that may be one person (docs/decisions/0045-duplicates-and-merge.md).

-- Keys of the names of live leads (contract/values/name-key.ts).
create table lead_name_keys (
  business_id uuid not null,
  key text collate "C" not null,
  lead_id uuid not null,
  primary key (business_id, key, lead_id),
  foreign key (business_id, lead_id) references leads on delete cascade
);
create index lead_name_keys_of_lead on lead_name_keys (business_id, lead_id);

-- Pairs that are not the same person, as a person decided; `low` is the smaller id.
create table distinct_leads (
  business_id uuid not null,
  low uuid not null,
  high uuid not null,
  decided_by uuid references users,
  decided_at timestamptz not null default now(),
  primary key (business_id, low, high),
  foreign key (business_id, low) references leads on delete cascade,
  foreign key (business_id, high) references leads on delete cascade,
  check (low < high)
);
create index distinct_leads_high on distinct_leads (business_id, high);

create table duplicate_groups (
  business_id uuid not null references businesses,
  id uuid not null,
  -- How the leads were matched: phone, email, name.
  reasons text[] not null,
  -- Number of leads, and the creation of the newest.
  size int not null,
  newest_at timestamptz not null,
  checked_at timestamptz not null,
  primary key (business_id, id)
);
create index duplicate_groups_newest on duplicate_groups (business_id, newest_at, id);

create table duplicate_members (
  business_id uuid not null,
  lead_id uuid not null,
  group_id uuid not null,
  primary key (business_id, lead_id),
  foreign key (business_id, group_id) references duplicate_groups on delete cascade,
  foreign key (business_id, lead_id) references leads on delete cascade
);
create index duplicate_members_of_group on duplicate_members (business_id, group_id);

-- The sweep of a business that runs or ended last.
create table duplicate_sweeps (
  business_id uuid primary key references businesses,
  started_at timestamptz not null,
  finished_at timestamptz
);

call isolate_by_business('lead_name_keys', 'distinct_leads', 'duplicate_groups', 'duplicate_members', 'duplicate_sweeps');
grant select, insert, delete on lead_name_keys, distinct_leads, duplicate_groups, duplicate_members to leadline_app, leadline_worker;
grant select, insert, update, delete on duplicate_sweeps to leadline_worker;
