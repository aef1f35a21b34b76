-- What leads need beside their tables: totals that include one's own write, and intake in one round trip.
-- Both run as their caller, under the policies.

-- Steps of the counters (contract/events/events.ts) that the relay has not rolled up yet. A function, so that its plan is its
-- own: the planner takes a third of all events for new and would scan them, or send for parallel workers.
create function unrolled_lead_steps()
  returns table (campaign_id text, status_id text, source text, day date, total int, sales bigint)
  language plpgsql stable rows 10 set enable_seqscan = off set max_parallel_workers_per_gather = 0 as $$
begin
  return query
    select step->>'campaignId', step->>'statusId', step->>'source', (step->>'day')::date,
      (step->>'total')::int, (step->>'sales')::bigint
    from events e, jsonb_array_elements(e.payload->'counts') step
    where e.business_id = current_business()
      and (e.xid, e.id) > (select p.xid, p.id from relay_position p where p.reader = 'relay');
end $$;

-- A lead as it is shown. Lists find the ids of their page first and join it to them.
create view lead_rows with (security_invoker = true) as
  select l.business_id, l.id, l.name, l.phone, l.email, l.campaign_id, c.name as campaign_name, l.status_id, s.name_he, s.name_en,
    l.source, l.created_at, l.assigned_to, u.name as assigned_name, u.image as assigned_image, l.value, l.read_at,
    l.first_response_at, l.deleted_at
  from leads l
    join campaigns c on c.business_id = l.business_id and c.id = l.campaign_id
    join lead_statuses s on s.business_id = l.business_id and s.id = l.status_id
    left join users u on u.id = l.assigned_to;
grant select on lead_rows to leadline_app;

-- What take_lead is given; the service has checked and completed it.
create type wanted_lead as (
  "leadId" uuid, "enquiryId" uuid, "eventId" uuid, actor jsonb, "keyId" uuid,
  "campaignId" uuid, "statusId" uuid, "assignedTo" uuid,
  name text, phone text, email text, source text, value bigint, message text,
  utm jsonb, "clickIds" jsonb, "landingPage" text, referrer text, raw text, "contentType" text,
  -- Read by whoever makes it; and a second lead of the same contact is wanted.
  "isRead" boolean, "mayRepeat" boolean);

-- Stores a lead with its enquiry and its event, or the repeat enquiry of a live lead with this phone, else this e-mail,
-- in the campaign. One function, because intake must take a single round trip and yet look again after it has the locks:
-- each statement in it has a snapshot of its own. `lead` is null where `outcome` is a refusal.
create function take_lead(business uuid, given jsonb) returns table (outcome text, lead lead_rows)
  language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  wanted wanted_lead := jsonb_populate_record(null::wanted_lead, given);
  place text := business || ' ' || wanted."campaignId" || ' ';
  phone_lock bigint := hashtextextended(place || wanted.phone, 0);
  email_lock bigint := hashtextextended(place || wanted.email, 0);
  -- No `record`: a connection whose first lead is a repeat enquiry would not know its fields yet.
  campaign campaigns;
  status lead_statuses;
  kept lead_rows;
  is_new boolean;
begin
  select c.* into campaign from campaigns c
    where c.business_id = business and c.id = wanted."campaignId" and c.deleted_at is null;
  if not found then return query select 'campaign_not_found', null::lead_rows; return; end if;

  -- Of simultaneous sends of one contact the first makes the lead. In the order of their numbers: no deadlock.
  perform pg_advisory_xact_lock(least(phone_lock, email_lock));
  if phone_lock <> email_lock then perform pg_advisory_xact_lock(greatest(phone_lock, email_lock)); end if;

  if not wanted."mayRepeat" then
    -- Materialized: with order and limit the planner would walk the newest leads instead of asking for the contact.
    with same as materialized (
      select l.id, l.created_at, true as by_phone from leads l
        where l.business_id = business and l.phone = wanted.phone and l.campaign_id = wanted."campaignId" and l.deleted_at is null
      union all
      select l.id, l.created_at, false from leads l
        where l.business_id = business and l.email = wanted.email and l.campaign_id = wanted."campaignId" and l.deleted_at is null)
      select s.id into kept.id from same s order by s.by_phone desc, s.created_at desc, s.id desc limit 1;
  end if;
  is_new := kept.id is null;

  if is_new then
    select s.* into status from lead_statuses s where s.business_id = business
      and case when wanted."statusId" is null then s.is_default else s.id = wanted."statusId" end;
    if not found then return query select 'status_not_found', null::lead_rows; return; end if;
    kept := row(business, wanted."leadId", wanted.name, wanted.phone, wanted.email, campaign.id, campaign.name, status.id,
      status.name_he, status.name_en, wanted.source, now(), wanted."assignedTo", null, null, wanted.value,
      case when wanted."isRead" then now() end, null, null);
    if wanted."assignedTo" is not null then
      select u.name, u.image into kept.assigned_name, kept.assigned_image from users u where u.id = wanted."assignedTo";
    end if;
    insert into leads (business_id, id, campaign_id, status_id, assigned_to, name, phone, email, source, value, read_at)
      values (business, kept.id, kept.campaign_id, kept.status_id, kept.assigned_to, kept.name, kept.phone, kept.email,
        kept.source, kept.value, kept.read_at);
  else
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
