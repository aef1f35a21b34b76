-- Calls that members make through a campaign's number, and calls that they log by hand (docs/decisions/0059-calling-out.md).
alter table calls
  -- The member who made or logged the call.
  add column made_by uuid,
  -- Whose phone rings now; null: not a call of a member.
  add column phase text check (phase in ('agent', 'lead')),
  -- Made elsewhere and entered by hand: it has no provider.
  add column is_logged boolean not null default false,
  add column note text not null default '',
  add column logged_at timestamptz,
  alter column connection_id drop not null,
  add check (connection_id is not null or is_logged),
  add check ((logged_at is not null) = is_logged);
-- A person is called once at a time, and each member makes one call at a time.
create unique index calls_made_to on calls (business_id, called)
  where made_by is not null and not is_logged and state <> 'ended' and status is null;
create unique index calls_made_by on calls (business_id, made_by)
  where made_by is not null and not is_logged and state <> 'ended' and status is null;
create index calls_of_maker on calls (business_id, made_by, started_at) where made_by is not null;

-- A member may undo what they logged; the trigger keep_calls keeps every other call.
grant delete on calls to leadline_app;

-- Not to be called, until a person removes the mark.
alter table leads add column do_not_call boolean not null default false;
-- A phone of a marked lead is refused on every lead that has it.
create index leads_do_not_call on leads (business_id) where do_not_call;
drop function if exists ingest_lead(uuid, jsonb);
drop function if exists ingest_leads(uuid, jsonb);
create or replace view lead_rows with (security_invoker = true) as
  select l.business_id, l.id, l.name, l.phone, l.email, l.campaign_id, c.name as campaign_name, l.status_id, s.name_he, s.name_en,
    l.source, l.created_at, l.assigned_to, u.name as assigned_name, u.image as assigned_image, l.value, l.read_at,
    l.first_response_at, l.deleted_at, l.tags, l.utm, l.last_activity_at, l.has_duplicate_contact, l.fields,
    l.response_due_at, l.response_minutes, l.do_not_call
  from leads l
    join campaigns c on c.business_id = l.business_id and c.id = l.campaign_id
    join lead_statuses s on s.business_id = l.business_id and s.id = l.status_id
    left join users u on u.id = l.assigned_to;

-- Where a member's own calls ring first; null: asked each time until chosen.
alter table users add column calls_from text check (calls_from in ('softphone', 'phone', 'device'));
grant update (calls_from) on users to leadline_worker;
