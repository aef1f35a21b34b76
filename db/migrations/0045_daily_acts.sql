-- How often a member did something today that is limited per person: one row for each act, reused every day.
create table daily_acts (
  business_id uuid not null references businesses,
  user_id uuid not null,
  act text not null check (act in ('contact_changed', 'lead_joined')),
  -- In Asia/Jerusalem.
  day date not null,
  times int not null,
  primary key (business_id, user_id, act),
  foreign key (business_id, user_id) references memberships on delete cascade
);
do $$ declare t text; begin
  foreach t in array array['daily_acts'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I to leadline_app using (business_id = current_business())', t);
    execute format('grant select, insert, update, delete on %I to leadline_app', t);
    execute format('create policy every_tenant on %I to leadline_worker using (true)', t);
    execute format('grant select on %I to leadline_worker', t);
  end loop;
end $$;

-- Whether a member who is shown masked contacts entered this lead, perhaps to try a phone or an e-mail out. Enquiries and
-- calls join such a lead only where there is no other: otherwise they would confirm the guess.
create function entered_by_masked(of_business uuid, of_lead uuid) returns boolean language sql stable as $$
  select exists (select from businesses b
    join events e on e.business_id = b.business_id and e.lead_id = of_lead and e.name = 'lead.created'
    where b.business_id = of_business and b.masks_contacts and e.actor ? 'userId'
      and is_shown_masked(of_business, (e.actor ->> 'userId')::uuid))
$$;

-- As in 0033, and: a lead that a member with masked contacts entered comes last.
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
  select (array_agg(s.id order by entered_by_masked(business, s.id), s.by_phone desc, s.created_at desc, s.id desc)
      filter (where s.campaign_id = wanted."campaignId" and not wanted."mayRepeat"))[1],
      array_agg(s.id) filter (where not s.has_twin), count(*)
    into kept.id, unmarked, twins from same s;
  is_new := kept.id is null;

  if is_new then
    -- Held, so that nobody deletes it, or makes another of it, before the lead is there. Twice: of the first look nothing
    -- is left where another status becomes the default at this moment.
    for look in 1..2 loop
      select s.* into status from lead_statuses s where s.business_id = business and s.deleted_at is null
        and case when wanted."statusId" is null then s.is_default
          else s.id = wanted."statusId" and (s.campaign_ids is null or campaign.id = any(s.campaign_ids)) end
        for key share;
      exit when found;
    end loop;
    if status.id is null then return query select 'status_not_found', null::lead_rows; return; end if;
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
  insert into events (business_id, id, campaign_id, lead_id, name, actor, payload, personal)
    values (business, wanted."eventId", campaign.id, kept.id,
      case when is_new then 'lead.created' else 'lead.repeated' end, wanted.actor,
      jsonb_build_object('leadId', kept.id, 'campaignId', campaign.id, 'source', wanted.source, 'enquiryId', wanted."enquiryId")
      || case when not is_new then '{}' else jsonb_build_object('counts', jsonb_build_array(jsonb_build_object(
        'campaignId', campaign.id, 'statusId', status.id, 'source', wanted.source, 'day', day_of(now()), 'total', 1,
        'sales', case when status.type = 'Won' then coalesce(wanted.value, 0) else 0 end))) end,
      case when given ? 'from' then jsonb_build_object('from', given -> 'from') end);

  return query select case when is_new then 'created' else 'repeated' end, kept;
end $$;
