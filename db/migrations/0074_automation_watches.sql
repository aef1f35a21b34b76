-- Rules that start by time: leads without activity, and dates in own fields (docs/decisions/0073-automations.md).

-- Since when the rule that is switched on counts; what was over before starts nothing.
alter table automations add column watches_from timestamptz not null default now();

-- Up to where such a rule has looked at the leads of a campaign: of leads without activity at their last activity, of dates
-- at their moments.
create table automation_watches (
  business_id uuid not null,
  automation_id uuid not null,
  campaign_id uuid not null,
  reached timestamptz not null,
  primary key (business_id, automation_id, campaign_id),
  foreign key (business_id, automation_id) references automations on delete cascade,
  foreign key (business_id, campaign_id) references campaigns on delete cascade
);
call isolate_by_business('automation_watches');
grant select, insert, update, delete on automation_watches to leadline_app, leadline_worker;
