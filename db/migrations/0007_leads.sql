-- Leads with their enquiries, comments and tags.

-- Seconds from a lead's creation to the first answer of a person; null: not answered.
create function seconds_to(created timestamptz, answered timestamptz) returns int language sql immutable parallel safe
  return case when answered is not null
    then greatest(0, least(floor(extract(epoch from answered - created)), 2000000000))::int end;

-- The named sizes of response times (contract/responses.ts). Part of the schema, because leads.response stores it: to change
-- it, write the rows again.
create function response_bucket(seconds int) returns text language sql immutable parallel safe
  return case when seconds is null then 'none' when seconds < 300 then '5m' when seconds < 900 then '15m'
    when seconds < 3600 then '1h' when seconds < 14400 then '4h' when seconds < 86400 then '1d' else 'later' end;

-- Kept narrow, because lists and searches read it. Where a lead came from is in lead_enquiries.
create table leads (
  business_id uuid not null,
  id uuid not null,
  campaign_id uuid not null,
  status_id uuid not null,
  assigned_to uuid,
  name text not null,
  -- E.164; the "C" order lets the beginning of a number use the index.
  phone text collate "C",
  email text collate "C",
  source text not null,
  value bigint check (value >= 0),
  created_at timestamptz not null default now(),
  last_activity_at timestamptz not null default now(),
  read_at timestamptz,
  first_response_at timestamptz,
  deleted_at timestamptz,
  -- Stored, because under a policy `right(phone, 4) = …` may not use an index.
  phone_last4 text generated always as (right(phone, 4)) stored,
  -- Stored in lower case, so that LIKE does not fold each row.
  search_text text not null generated always as (lower(name) || ' ' || coalesce(email, '')) stored,
  -- As people wrote them. Filters read lead_tags.
  tags text[] not null default '{}',
  -- Of the first enquiry. Copied here, because joining it to each row of a page costs more than the rest of the page.
  utm jsonb,
  -- Another lead has, or once had, this phone or e-mail. The search for duplicates skips the others.
  has_duplicate_contact boolean not null default false,
  -- Grows with each change of the lead's state. Undo skips leads that changed since.
  revision int not null default 0,
  -- The first branch spares intake the function, as the partial index spares it an entry: a new lead is not answered.
  response text not null generated always as (
    case when first_response_at is null then 'none' else response_bucket(seconds_to(created_at, first_response_at)) end) stored,
  -- An erased lead has neither phone nor e-mail. The row stays for counts and history.
  erased_at timestamptz,
  lost_reason text,
  primary key (business_id, id),
  foreign key (business_id, campaign_id) references campaigns,
  foreign key (business_id, status_id) references lead_statuses,
  foreign key (business_id, assigned_to) references memberships,
  constraint leads_reachable check (phone is not null or email is not null or erased_at is not null)
);
create index leads_newest on leads (business_id, created_at, id) where deleted_at is null;
create index leads_campaign on leads (business_id, campaign_id, created_at, id) where deleted_at is null;
create index leads_status on leads (business_id, status_id, created_at, id) where deleted_at is null;
create index leads_source on leads (business_id, source, created_at, id) where deleted_at is null;
create index leads_unanswered on leads (business_id, created_at, id) where deleted_at is null and first_response_at is null;
create index leads_unread on leads (business_id, created_at, id) where deleted_at is null and read_at is null;
create index leads_trash on leads (business_id, deleted_at, id) where deleted_at is not null;
create index leads_phone on leads (business_id, phone) where deleted_at is null and phone is not null;
create index leads_last4 on leads (business_id, phone_last4, created_at) where deleted_at is null and phone_last4 is not null;
create index leads_email on leads (business_id, email) where deleted_at is null and email is not null;
-- The pending list (kB) halves what a new lead costs. It is kept short, because every search reads it.
create index leads_search on leads using gin (business_id, search_text gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 128) where deleted_at is null;
create index leads_assigned on leads (business_id, assigned_to, created_at, id)
  where deleted_at is null and assigned_to is not null;
create index leads_duplicates on leads (business_id, created_at, id) where deleted_at is null and has_duplicate_contact;
create index leads_response on leads (business_id, response, created_at, id)
  where deleted_at is null and first_response_at is not null;

create table lead_enquiries (
  business_id uuid not null,
  id uuid not null,
  lead_id uuid not null,
  at timestamptz not null default now(),
  source text not null,
  message text,
  utm jsonb not null default '{}',
  click_ids jsonb not null default '{}',
  landing_page text,
  referrer text,
  raw text,
  content_type text,
  key_id uuid,
  while_paused boolean not null default false,
  form_id uuid,
  -- Answers to the form's own questions, [{ label, value }], and the text of the consent.
  answers jsonb,
  consent text,
  primary key (business_id, id),
  foreign key (business_id, lead_id) references leads on delete cascade
);
create index lead_enquiries_of_lead on lead_enquiries (business_id, lead_id, at);

create table lead_comments (
  business_id uuid not null,
  id uuid not null,
  lead_id uuid not null,
  user_id uuid not null,
  at timestamptz not null default now(),
  text text not null,
  primary key (business_id, id),
  foreign key (business_id, lead_id) references leads on delete cascade
);
create index lead_comments_of_lead on lead_comments (business_id, lead_id);

create table lead_tags (
  business_id uuid not null,
  -- In lower case: tags are compared so.
  key text not null,
  lead_id uuid not null,
  tag text not null,
  primary key (business_id, key, lead_id),
  foreign key (business_id, lead_id) references leads on delete cascade
);
create index lead_tags_of_lead on lead_tags (business_id, lead_id);

-- A lead as it is shown. Lists find the ids of their page first and join this view to them.
create view lead_rows with (security_invoker = true) as
  select l.business_id, l.id, l.name, l.phone, l.email, l.campaign_id, c.name as campaign_name, l.status_id, s.name_he, s.name_en,
    l.source, l.created_at, l.assigned_to, u.name as assigned_name, u.image as assigned_image, l.value, l.read_at,
    l.first_response_at, l.deleted_at, l.tags, l.utm, l.last_activity_at, l.has_duplicate_contact
  from leads l
    join campaigns c on c.business_id = l.business_id and c.id = l.campaign_id
    join lead_statuses s on s.business_id = l.business_id and s.id = l.status_id
    left join users u on u.id = l.assigned_to;

-- What ingest_lead is given, checked and completed by the service.
create type lead_input as (
  "leadId" uuid, "enquiryId" uuid, "eventId" uuid, actor jsonb, "keyId" uuid,
  "campaignId" uuid, "statusId" uuid, "assignedTo" uuid,
  name text, phone text, email text, source text, value bigint, message text,
  utm jsonb, "clickIds" jsonb, "landingPage" text, referrer text, raw text, "contentType" text,
  -- Created as read, by its author; create a second lead of the same contact.
  "isRead" boolean, "mayRepeat" boolean);

-- What a search of leads is narrowed to.
create type lead_filter as (
  campaigns uuid[], statuses uuid[], sources text[], from_at timestamptz, until_at timestamptz,
  unread boolean, unanswered boolean, trash boolean);

call isolate_by_business('leads', 'lead_enquiries', 'lead_comments', 'lead_tags');
create policy cross_tenants on leads to leadline_search using (true);
grant select, insert, update on leads, lead_enquiries, lead_comments to leadline_app;
grant select, insert, update, delete on lead_tags to leadline_app;
-- For the erasure of people.
grant update on leads to leadline_worker;
grant insert, update on lead_tags to leadline_worker;
grant update (answers, click_ids, consent, content_type, landing_page, message, raw, referrer, utm) on lead_enquiries to
  leadline_worker;
grant update (text) on lead_comments to leadline_worker;
grant select on leads to leadline_search;
grant select on lead_rows to leadline_app;
revoke delete on lead_rows from leadline_worker;
