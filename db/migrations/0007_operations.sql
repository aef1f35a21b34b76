-- What the lead table shows and filters beside the lead itself (tags, UTM, last activity, duplicates), and operations on
-- many leads at once.

-- Created, changed, commented, or enquired again.
alter table leads rename column updated_at to last_activity_at;
alter table leads
  -- As people wrote them; how a filter finds them is lead_tags.
  add column tags text[] not null default '{}',
  -- Of its first enquiry; null: none was sent. Kept here, because a join for each row of a page costs more than the rest.
  add column utm jsonb,
  -- Another lead has, or once had, this phone or e-mail: whoever is not marked need not be looked for among duplicates.
  add column has_twin boolean not null default false,
  -- Grows whenever something is decided about the lead: undo leaves alone what others have changed since.
  add column revision int not null default 0;
create index leads_assigned on leads (business_id, assigned_to, created_at, id) where deleted_at is null and assigned_to is not null;
create index leads_twins on leads (business_id, created_at, id) where deleted_at is null and has_twin;

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

-- What the leads of before have. Their policies bind the owner too, who may act for every tenant here alone.
do $$ declare t text; begin
  foreach t in array array['leads', 'lead_enquiries', 'lead_comments'] loop
    execute format('alter table %I no force row level security', t);
  end loop;
end $$;
with first as (select distinct on (business_id, lead_id) business_id, lead_id, utm
  from lead_enquiries order by business_id, lead_id, at, id),
active as (select business_id, lead_id, max(at) as at from (
    select business_id, lead_id, at from lead_enquiries union all select business_id, lead_id, at from lead_comments) acts
  group by 1, 2),
twins as (
  select business_id, phone as contact, true as is_phone from leads where phone is not null group by 1, 2 having count(*) > 1
  union all
  select business_id, email, false from leads where email is not null group by 1, 2 having count(*) > 1),
wanted as (
  select l.business_id, l.id, nullif(f.utm, '{}') as utm, greatest(l.last_activity_at, a.at) as at,
    exists (select from twins t where t.business_id = l.business_id and t.is_phone and t.contact = l.phone)
      or exists (select from twins t where t.business_id = l.business_id and not t.is_phone and t.contact = l.email) as has_twin
  from leads l
    left join first f on f.business_id = l.business_id and f.lead_id = l.id
    left join active a on a.business_id = l.business_id and a.lead_id = l.id)
update leads l set utm = w.utm, last_activity_at = w.at, has_twin = w.has_twin
  from wanted w
  where l.business_id = w.business_id and l.id = w.id
    and (w.utm is not null or w.has_twin or w.at is distinct from l.last_activity_at);
do $$ declare t text; begin
  foreach t in array array['leads', 'lead_enquiries', 'lead_comments'] loop
    execute format('alter table %I force row level security', t);
  end loop;
end $$;

create function count_revision() returns trigger language plpgsql as $$
begin
  new.revision := old.revision + 1;
  return new;
end $$;
create trigger leads_revision before update on leads for each row
  when ((old.campaign_id, old.status_id, old.assigned_to, old.name, old.phone, old.email, old.value, old.tags, old.deleted_at)
    is distinct from (new.campaign_id, new.status_id, new.assigned_to, new.name, new.phone, new.email, new.value, new.tags, new.deleted_at))
  execute function count_revision();

create function keep_lead_tags() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from lead_tags t where t.business_id = old.business_id and t.lead_id = old.id
      and t.key <> all (select lower(tag) from unnest(new.tags) tag);
  end if;
  insert into lead_tags (business_id, key, lead_id, tag)
    select new.business_id, lower(tag), new.id, min(tag) from unnest(new.tags) tag group by lower(tag)
    on conflict (business_id, key, lead_id) do update set tag = excluded.tag where lead_tags.tag <> excluded.tag;
  return null;
end $$;
create trigger leads_tagged after insert on leads for each row when (new.tags <> '{}') execute function keep_lead_tags();
create trigger leads_tags_changed after update of tags on leads for each row
  when (old.tags is distinct from new.tags) execute function keep_lead_tags();

create or replace view lead_rows with (security_invoker = true) as
  select l.business_id, l.id, l.name, l.phone, l.email, l.campaign_id, c.name as campaign_name, l.status_id, s.name_he, s.name_en,
    l.source, l.created_at, l.assigned_to, u.name as assigned_name, u.image as assigned_image, l.value, l.read_at,
    l.first_response_at, l.deleted_at, l.tags, l.utm, l.last_activity_at, l.has_twin
  from leads l
    join campaigns c on c.business_id = l.business_id and c.id = l.campaign_id
    join lead_statuses s on s.business_id = l.business_id and s.id = l.status_id
    left join users u on u.id = l.assigned_to;

-- Marks leads that share their phone or e-mail with another live lead of the business, and those others.
create function mark_twins(business uuid, ids uuid[]) returns void language sql as $$
  with asked as materialized (select l.id, l.phone, l.email from leads l where l.business_id = business and l.id = any(ids)),
  pairs as materialized (
    select a.id, t.id as twin from asked a join leads t
      on t.business_id = business and t.phone = a.phone and t.deleted_at is null and t.id <> a.id
    union
    select a.id, t.id from asked a join leads t
      on t.business_id = business and t.email = a.email and t.deleted_at is null and t.id <> a.id)
  update leads l set has_twin = true
    where l.business_id = business and not l.has_twin and l.id in (select id from pairs union select twin from pairs)
$$;

-- As in 0003, and: it keeps the UTM with the lead, marks twins, and a repeat enquiry is an activity. The lock on a contact
-- is the business's rather than the campaign's, so that of two leads in two campaigns the later one sees the earlier.
create or replace function take_lead(business uuid, given jsonb) returns table (outcome text, lead lead_rows)
  language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  wanted wanted_lead := jsonb_populate_record(null::wanted_lead, given);
  place text := business || ' ';
  phone_lock bigint := hashtextextended(place || wanted.phone, 0);
  email_lock bigint := hashtextextended(place || wanted.email, 0);
  -- No `record`: a connection whose first lead is a repeat enquiry would not know its fields yet.
  campaign campaigns;
  status lead_statuses;
  kept lead_rows;
  is_new boolean;
  unmarked uuid[];
  twins int;
begin
  select c.* into campaign from campaigns c
    where c.business_id = business and c.id = wanted."campaignId" and c.deleted_at is null;
  if not found then return query select 'campaign_not_found', null::lead_rows; return; end if;

  -- Of simultaneous sends of one contact the first makes the lead. In the order of their numbers: no deadlock.
  perform pg_advisory_xact_lock(least(phone_lock, email_lock));
  if phone_lock <> email_lock then perform pg_advisory_xact_lock(greatest(phone_lock, email_lock)); end if;

  -- Materialized: with order and limit the planner would walk the newest leads instead of asking for the contact.
  with same as materialized (
    select l.id, l.campaign_id, l.created_at, l.has_twin, true as by_phone from leads l
      where l.business_id = business and l.phone = wanted.phone and l.deleted_at is null
    union all
    select l.id, l.campaign_id, l.created_at, l.has_twin, false from leads l
      where l.business_id = business and l.email = wanted.email and l.deleted_at is null)
  select (array_agg(s.id order by s.by_phone desc, s.created_at desc, s.id desc)
      filter (where s.campaign_id = wanted."campaignId" and not wanted."mayRepeat"))[1],
      array_agg(s.id) filter (where not s.has_twin), count(*)
    into kept.id, unmarked, twins from same s;
  is_new := kept.id is null;

  if is_new then
    select s.* into status from lead_statuses s where s.business_id = business
      and case when wanted."statusId" is null then s.is_default else s.id = wanted."statusId" end;
    if not found then return query select 'status_not_found', null::lead_rows; return; end if;
    kept := row(business, wanted."leadId", wanted.name, wanted.phone, wanted.email, campaign.id, campaign.name, status.id,
      status.name_he, status.name_en, wanted.source, now(), wanted."assignedTo", null, null, wanted.value,
      case when wanted."isRead" then now() end, null, null, '{}'::text[], nullif(wanted.utm, '{}'), now(), twins > 0);
    if wanted."assignedTo" is not null then
      select u.name, u.image into kept.assigned_name, kept.assigned_image from users u where u.id = wanted."assignedTo";
    end if;
    insert into leads (business_id, id, campaign_id, status_id, assigned_to, name, phone, email, source, value, read_at, utm, has_twin)
      values (business, kept.id, kept.campaign_id, kept.status_id, kept.assigned_to, kept.name, kept.phone, kept.email,
        kept.source, kept.value, kept.read_at, kept.utm, kept.has_twin);
    if unmarked is not null then
      update leads l set has_twin = true where l.business_id = business and l.id = any(unmarked);
    end if;
  else
    update leads l set last_activity_at = now() where l.business_id = business and l.id = kept.id;
    select r.* into kept from lead_rows r where r.business_id = business and r.id = kept.id;
  end if;

  with enquiry as (
    insert into lead_enquiries (business_id, id, lead_id, source, message, utm, click_ids, landing_page, referrer, raw,
        content_type, key_id, while_paused)
      values (business, wanted."enquiryId", kept.id, wanted.source, wanted.message, wanted.utm, wanted."clickIds",
        wanted."landingPage", wanted.referrer, wanted.raw, wanted."contentType", wanted."keyId", not campaign.is_enabled))
  insert into events (business_id, id, campaign_id, lead_id, name, actor, payload)
    values (business, wanted."eventId", campaign.id, kept.id,
      case when is_new then 'lead.created' else 'lead.repeated' end, wanted.actor,
      jsonb_build_object('leadId', kept.id, 'campaignId', campaign.id, 'source', wanted.source, 'enquiryId', wanted."enquiryId")
      || case when not is_new then '{}' else jsonb_build_object('counts', jsonb_build_array(jsonb_build_object(
        'campaignId', campaign.id, 'statusId', status.id, 'source', wanted.source, 'day', day_of(now()), 'total', 1,
        'sales', case when status.type = 'Won' then coalesce(wanted.value, 0) else 0 end))) end);

  return query select case when is_new then 'created' else 'repeated' end, kept;
end $$;

-- One act on many leads: done in pieces, so that it can be watched, left alone, cancelled, survive a crash, and be undone.
create table operations (
  business_id uuid not null references businesses,
  id uuid not null,
  kind text not null check (kind in ('status', 'assign', 'tag', 'delete', 'restore', 'undo')),
  -- What is to be done (contract/leads/operations.ts), and in which campaigns its author might do so when they said it.
  action jsonb not null,
  campaign_ids uuid[],
  author_id uuid not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  total int not null,
  done int not null default 0,
  skipped int not null default 0,
  error text,
  undoes uuid,
  undone_by uuid,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  heartbeat_at timestamptz not null default now(),
  primary key (business_id, id)
);
create index operations_newest on operations (business_id, created_at desc, id desc);
create index operations_unfinished on operations (heartbeat_at) where state in ('queued', 'running');
create index operations_age on operations (created_at);

-- What is still to be done: the leads that matched at the click.
create table operation_pieces (
  business_id uuid not null,
  operation_id uuid not null,
  number int not null,
  lead_ids uuid[] not null,
  primary key (business_id, operation_id, number),
  foreign key (business_id, operation_id) references operations on delete cascade
);

-- What was done, in the transaction that did it. A lead may be erased since, so it is not referenced.
create table operation_leads (
  business_id uuid not null,
  operation_id uuid not null,
  lead_id uuid not null,
  outcome text not null check (outcome in ('changed', 'undone', 'same', 'gone', 'changed_since', 'forbidden',
    'campaign_gone', 'not_assignable', 'too_many_tags')),
  -- What it had before, and its revision afterwards; null where nothing was changed.
  before jsonb,
  revision int,
  primary key (business_id, operation_id, lead_id),
  foreign key (business_id, operation_id) references operations on delete cascade
);
create index operation_leads_left on operation_leads (business_id, operation_id, lead_id)
  where outcome not in ('changed', 'undone', 'same');

do $$ declare t text; begin
  foreach t in array array['lead_tags', 'operations', 'operation_pieces', 'operation_leads'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I to leadline_app using (business_id = current_business())', t);
    execute format('create policy every_tenant on %I to leadline_worker using (true)', t);
    execute format('grant select on %I to leadline_worker', t);
  end loop;
end $$;
grant select, insert, update, delete on lead_tags to leadline_app;
grant select, insert, update on operations, operation_leads to leadline_app;
grant select, insert, delete on operation_pieces to leadline_app;
grant delete on operations, operation_leads to leadline_worker;
