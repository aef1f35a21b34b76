-- Assignment of new leads by a rule, and the clock of the first response (docs/decisions/0058-assignment.md).

-- The first response counts against the campaign's target; not for imported leads.
alter table leads add column has_response_clock boolean not null default true;
-- When the target is reached: stored for lists. Null: no target, or no opening is written so far ahead. Of an answered lead as
-- it was when it was answered.
alter table leads add column response_due_at timestamptz;
-- Working minutes from the creation to the first response, as the hours were at that moment.
alter table leads add column response_minutes real;
update leads l set has_response_clock = false from events e
  where e.business_id = l.business_id and e.lead_id = l.id and e.name = 'lead.created' and e.payload ? 'operationId';
create index leads_by_response_due on leads (business_id, response_due_at, created_at, id)
  where deleted_at is null and first_response_at is null and response_due_at is not null;
-- How many open leads a person has.
create index leads_of_person on leads (business_id, assigned_to, status_id) where deleted_at is null and assigned_to is not null;

create or replace view lead_rows with (security_invoker = true) as
  select l.business_id, l.id, l.name, l.phone, l.email, l.campaign_id, c.name as campaign_name, l.status_id, s.name_he, s.name_en,
    l.source, l.created_at, l.assigned_to, u.name as assigned_name, u.image as assigned_image, l.value, l.read_at,
    l.first_response_at, l.deleted_at, l.tags, l.utm, l.last_activity_at, l.has_duplicate_contact, l.fields,
    l.response_due_at, l.response_minutes
  from leads l
    join campaigns c on c.business_id = l.business_id and c.id = l.campaign_id
    join lead_statuses s on s.business_id = l.business_id and s.id = l.status_id
    left join users u on u.id = l.assigned_to;

-- Which person gets the new leads of a campaign. A campaign without a row assigns none.
create table assignment_rules (
  business_id uuid not null,
  campaign_id uuid not null,
  -- AssignmentRule of the contract.
  rule json not null,
  -- Number of changes.
  version int not null,
  primary key (business_id, campaign_id),
  foreign key (business_id, campaign_id) references campaigns on delete cascade
);

-- Whose turn it is in a campaign: each choice adds their weight to all who could be chosen and takes the sum from the chosen
-- one.
create table assignment_turns (
  business_id uuid not null,
  campaign_id uuid not null,
  user_id uuid not null,
  credit int not null,
  last_at timestamptz,
  primary key (business_id, campaign_id, user_id),
  foreign key (business_id, campaign_id) references campaigns on delete cascade,
  foreign key (business_id, user_id) references memberships on delete cascade
);

-- The most open leads that rules may give a person; no row: any number.
create table lead_capacities (
  business_id uuid not null,
  user_id uuid not null,
  open_max int not null check (open_max between 1 and 10000),
  primary key (business_id, user_id),
  foreign key (business_id, user_id) references memberships on delete cascade
);

-- What the rule of its campaign has done with a lead, and when to look at it again.
create table assignments (
  business_id uuid not null,
  lead_id uuid not null,
  -- Null: nothing more is to be done.
  due_at timestamptz,
  -- The rule chose a person, or is not to choose any more.
  placed_at timestamptz,
  -- When it was last said that the lead was not answered in time, and who had it before it was handed over.
  escalated_at timestamptz,
  passed uuid[] not null default '{}',
  -- The last escalation was said.
  is_over boolean not null default false,
  primary key (business_id, lead_id),
  foreign key (business_id, lead_id) references leads on delete cascade
);
create index assignments_due on assignments (due_at) where due_at is not null;

call isolate_by_business('assignment_rules', 'assignment_turns', 'lead_capacities', 'assignments');
grant select, insert, update, delete on assignment_rules, assignment_turns, lead_capacities, assignments
  to leadline_app, leadline_worker;
grant update (response_due_at) on leads to leadline_worker;
