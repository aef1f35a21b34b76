-- Fields of a business's own on its leads (docs/decisions/0038-own-lead-fields.md).

create table lead_fields (
  business_id uuid not null references businesses,
  id uuid not null,
  -- Never changes and is never given again: leads, events, filters and columns of tables name the field by it.
  key text not null,
  name_he text not null,
  name_en text not null,
  help_text text not null,
  type text not null check (type in ('text', 'long_text', 'number', 'money', 'date', 'choice', 'choices', 'yes_no', 'link')),
  -- [{ key, nameHe, nameEn, replacedBy? }], in their order.
  options jsonb not null,
  unit text,
  is_decimal boolean not null,
  is_required boolean not null,
  required_at uuid[] not null,
  -- The value of new leads for which none was sent, as stored with leads.
  initial jsonb,
  campaign_ids uuid[],
  group_he text,
  group_en text,
  is_personal boolean not null,
  is_archived boolean not null default false,
  position int not null,
  -- Whether a lead has, or once had, a value: then the type is fixed.
  has_values boolean not null default false,
  deleted_at timestamptz,
  -- When the values were removed. The row stays, because the history of leads names the field.
  purged_at timestamptz,
  primary key (business_id, id),
  unique (business_id, key)
);
create index lead_fields_deleted on lead_fields (deleted_at) where deleted_at is not null and purged_at is null;

-- Values by key. A choice is stored as a list of option keys, also where only one may be chosen.
alter table leads add column fields jsonb not null default '{}';

-- The options that leads have, because under a policy no index serves operators on jsonb. With the time of the lead, so
-- that a list by one option is read in its order.
create table lead_choices (
  business_id uuid not null,
  field text collate "C" not null,
  option text collate "C" not null,
  created_at timestamptz not null,
  lead_id uuid not null,
  primary key (business_id, field, option, created_at, lead_id),
  foreign key (business_id, lead_id) references leads on delete cascade
);
create index lead_choices_of_lead on lead_choices (business_id, lead_id);

call isolate_by_business('lead_fields', 'lead_choices');
grant select, insert, update on lead_fields to leadline_app;
grant select, insert, delete on lead_choices to leadline_app;
-- For the erasure of people, and of fields whose time among the deleted ones is over.
grant insert on lead_choices to leadline_worker;
grant update (has_values, purged_at) on lead_fields to leadline_worker;

create or replace view lead_rows with (security_invoker = true) as
  select l.business_id, l.id, l.name, l.phone, l.email, l.campaign_id, c.name as campaign_name, l.status_id, s.name_he, s.name_en,
    l.source, l.created_at, l.assigned_to, u.name as assigned_name, u.image as assigned_image, l.value, l.read_at,
    l.first_response_at, l.deleted_at, l.tags, l.utm, l.last_activity_at, l.has_duplicate_contact, l.fields
  from leads l
    join campaigns c on c.business_id = l.business_id and c.id = l.campaign_id
    join lead_statuses s on s.business_id = l.business_id and s.id = l.status_id
    left join users u on u.id = l.assigned_to;
alter type lead_input add attribute fields jsonb;
