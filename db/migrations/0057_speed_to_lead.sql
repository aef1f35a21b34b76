-- People of a campaign are rung the moment a lead arrives (docs/decisions/0063-speed-to-lead.md).

-- A campaign without a row rings no one.
create table speed_to_lead (
  business_id uuid not null,
  campaign_id uuid not null,
  -- SpeedToLead of the contract.
  settings json not null,
  -- Number of changes.
  version int not null,
  primary key (business_id, campaign_id),
  foreign key (business_id, campaign_id) references campaigns on delete cascade
);

-- When people of a campaign were last rung for a lead: without a rule of assignment who was rung longest ago comes first.
create table speed_to_lead_turns (
  business_id uuid not null,
  campaign_id uuid not null,
  user_id uuid not null,
  rung_at timestamptz not null,
  primary key (business_id, campaign_id, user_id),
  foreign key (business_id, campaign_id) references campaigns on delete cascade,
  foreign key (business_id, user_id) references memberships on delete cascade
);

-- Ringing for a lead.
create table lead_rings (
  business_id uuid not null,
  lead_id uuid not null,
  -- When the enquiry came for which people are rung.
  asked_at timestamptz not null,
  -- Null: ringing is over.
  due_at timestamptz,
  -- The calls that rang a person for this enquiry, in their order.
  calls uuid[] not null default '{}',
  primary key (business_id, lead_id),
  foreign key (business_id, lead_id) references leads on delete cascade
);
create index lead_rings_due on lead_rings (due_at) where due_at is not null;

call isolate_by_business('speed_to_lead', 'speed_to_lead_turns', 'lead_rings');
grant select, insert, update, delete on speed_to_lead, speed_to_lead_turns, lead_rings to leadline_app, leadline_worker;
