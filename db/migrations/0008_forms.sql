-- Forms of campaigns, what came through them, and the last requests of each key and form.

create table forms (
  business_id uuid not null,
  id uuid not null,
  campaign_id uuid not null,
  -- In its address: whoever knows it may see and send the form.
  key text not null unique,
  name text not null,
  languages text[] not null,
  -- contract/forms.ts
  fields jsonb not null,
  texts jsonb not null,
  allowed_origins text[] not null default '{}',
  redirect_url text,
  source text not null,
  is_enabled boolean not null default true,
  created_by uuid references users,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (business_id, id),
  foreign key (business_id, campaign_id) references campaigns
);
create index forms_of_campaign on forms (business_id, campaign_id, created_at) where deleted_at is null;

alter table lead_enquiries
  add column form_id uuid,
  -- Answers to a form's own questions, [{ label, value }], and the text that was agreed to.
  add column answers jsonb,
  add column consent text;

-- Of either an API key or a form; the newest few of each.
create table payloads (
  business_id uuid not null references businesses,
  id uuid not null,
  sender_id uuid not null,
  at timestamptz not null,
  outcome text not null,
  status smallint not null,
  address text not null,
  content_type text,
  raw text not null,
  lead_id uuid,
  primary key (business_id, id)
);
create index payloads_of_sender on payloads (business_id, sender_id, at, id);

do $$ declare t text; begin
  foreach t in array array['forms', 'payloads'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I to leadline_app using (business_id = current_business())', t);
    execute format('create policy every_tenant on %I to leadline_worker using (true)', t);
  end loop;
end $$;
grant select, insert, update on forms to leadline_app;
grant select on forms to leadline_worker;
grant select on payloads to leadline_app;
grant select, insert, delete on payloads to leadline_worker;

-- A visitor of a form's page belongs to no business yet: the key says which one.
create policy cross_tenants on forms to leadline_search using (true);
grant select on forms to leadline_search;
create function find_form(wanted text)
  returns table (id uuid, business_id uuid, campaign_id uuid, key text, name text, languages text[], fields jsonb, texts jsonb,
    allowed_origins text[], redirect_url text, source text, is_enabled boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
  select f.id, f.business_id, f.campaign_id, f.key, f.name, f.languages, f.fields, f.texts, f.allowed_origins, f.redirect_url,
    f.source, f.is_enabled
  from forms f join campaigns c on c.business_id = f.business_id and c.id = f.campaign_id
  where f.key = wanted and f.deleted_at is null and c.deleted_at is null
$$;

do $$ begin
  grant create on schema public to leadline_search;
  revoke all on function find_form(text) from public;
  grant execute on function find_form(text) to leadline_app;
  alter function find_form(text) owner to leadline_search;
  revoke create on schema public from leadline_search;
end $$;

-- A lead that came through a form, still in one round trip: as any other, with what only a form knows.
create function take_form_lead(business uuid, given jsonb) returns table (outcome text, lead_id uuid) language plpgsql as $$
begin
  select t.outcome into outcome from take_lead(business, given) t;
  update lead_enquiries e set form_id = (given->>'formId')::uuid, answers = given->'answers', consent = given->>'consent'
    where e.business_id = business and e.id = (given->>'enquiryId')::uuid
    returning e.lead_id into lead_id;
  return next;
end $$;
