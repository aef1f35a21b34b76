-- Templates of messages to leads (docs/decisions/0068-message-templates.md). The texts of notices are in message_templates.
create table lead_templates (
  business_id uuid not null references businesses,
  id uuid not null,
  name_he text not null,
  name_en text not null,
  channel text not null check (channel in ('sms', 'email')),
  purpose text not null check (purpose in ('service', 'advertising')),
  -- Subject and text by language, of the contract's TemplateContent.
  contents jsonb not null,
  -- Number of changes.
  revision int not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (business_id, id)
);
call isolate_by_business('lead_templates');
grant select, insert, update on lead_templates to leadline_app;
grant select, insert, delete on lead_templates to leadline_worker;

-- How the lead is addressed in texts.
alter table leads add column gender text not null default 'unknown' check (gender in ('unknown', 'female', 'male', 'plural'));
