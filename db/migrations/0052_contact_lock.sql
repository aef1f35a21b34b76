-- One lock and one look-up for the lead of a contact. Calls locked a phone by campaign while enquiries locked it by
-- business, so a form and a call of one new phone at the same moment could make the call a repeat enquiry.

-- Serializes writers of leads with any of these phones or e-mails until the transaction ends. Nulls are skipped.
-- The locks are taken in ascending order, so two callers never deadlock.
create function lock_contacts(business uuid, contacts text[]) returns void language sql as $$
  select pg_advisory_xact_lock(k.key) from (
    select distinct hashtextextended(business || ' ' || c.contact, 0) as key
      from unnest(contacts) c (contact) where c.contact is not null order by 1) k
$$;

-- The live lead of this contact in this campaign: a match by phone before one by e-mail, then the newest. A lead that a
-- member with masked contacts entered comes last. Null where there is none.
create function find_live_lead(business uuid, campaign uuid, with_phone text, with_email text default null) returns uuid
  language sql stable as $$
  -- Materialized: with order and limit the planner would walk the newest leads instead of looking the contact up.
  with matches as materialized (
    select l.id, l.created_at, true as by_phone from leads l where l.business_id = business and l.phone = with_phone
      and l.campaign_id = campaign and l.deleted_at is null
    union all
    select l.id, l.created_at, false from leads l where l.business_id = business and l.email = with_email
      and l.campaign_id = campaign and l.deleted_at is null)
  select m.id from matches m
    order by entered_by_masked(business, m.id), m.by_phone desc, m.created_at desc, m.id desc limit 1
$$;

create or replace function take_lead(business uuid, given jsonb) returns table (outcome text, lead lead_rows)
  language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  wanted wanted_lead := jsonb_populate_record(null::wanted_lead, given);
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

  -- Of simultaneous enquiries with the same contact, the first creates the lead.
  perform lock_contacts(business, array[wanted.phone, wanted.email]);
  if not wanted."mayRepeat" then
    kept.id := find_live_lead(business, campaign.id, wanted.phone, wanted.email);
  end if;
  is_new := kept.id is null;

  if is_new then
    select array_agg(l.id) filter (where not l.has_twin), count(*) into unmarked, twins from leads l
      where l.business_id = business and (l.phone = wanted.phone or l.email = wanted.email) and l.deleted_at is null;
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

create or replace function take_leads(business uuid, given jsonb) returns table (place int, outcome text, lead lead_rows)
  language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  one record;
begin
  -- Every lead's locks before the first lead, so that two batches never wait for each other.
  perform lock_contacts(business, (select array_agg(contact) from jsonb_array_elements(given) wanted,
    lateral (values (wanted ->> 'phone'), (wanted ->> 'email')) contacts (contact)));
  for one in select e.value, e.ordinality::int as place from jsonb_array_elements(given) with ordinality e loop
    return query select one.place, t.outcome, t.lead from take_lead(business, one.value) t;
  end loop;
end $$;

create or replace function take_call(business uuid, given jsonb, alone boolean) returns table (outcome text, lead_id uuid)
  language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  wanted wanted_call := jsonb_populate_record(null::wanted_call, given);
  caller_lead uuid;
  is_new boolean;
begin
  insert into provider_events (business_id, connection_id, dedupe_key, call_id, kind, payload, received_at)
    values (business, wanted."connectionId", wanted.key, wanted.id, 'inbound', wanted.payload, wanted.at)
    on conflict do nothing;
  if not found then return query select 'again', null::uuid; return; end if;

  insert into calls (business_id, id, connection_id, provider_sid, number_id, campaign_id, caller, caller_text, called,
      is_first_time, plan, started_at, check_at)
    values (business, wanted.id, wanted."connectionId", wanted.sid, wanted."numberId", wanted."campaignId", wanted.caller,
      wanted."callerText", wanted.called, wanted."isFirstTime", wanted.plan, wanted.at, wanted."checkAt")
    on conflict do nothing;
  is_new := found;
  -- The rest of what is to be done then is not done here.
  if alone and not is_new then raise exception 'a report of this call was here before it' using errcode = 'serialization_failure'; end if;

  if jsonb_typeof(wanted.lead) = 'object' then
    -- A form and a call of one new phone at the same moment make one lead, and the call is no further enquiry.
    perform lock_contacts(business, array[wanted.caller]);
    caller_lead := find_live_lead(business, wanted."campaignId", wanted.caller);
    update leads l set last_activity_at = now() where l.business_id = business and l.id = caller_lead;
    if caller_lead is null then
      select (t.lead).id into caller_lead from take_lead(business, wanted.lead) t;
    end if;
    if is_new and caller_lead is not null then
      update calls c set lead_id = caller_lead where c.business_id = business and c.id = wanted.id;
    end if;
  end if;

  if wanted."blacklistId" is not null then
    update blacklist b set blocked = b.blocked + 1 where b.business_id = business and b.id = wanted."blacklistId";
  end if;
  if is_new and wanted."campaignId" is not null then
    insert into events (business_id, id, campaign_id, lead_id, name, actor, payload)
      values (business, wanted."eventId", wanted."campaignId", caller_lead, 'call.started', '{"system": true}',
        jsonb_strip_nulls(jsonb_build_object('callId', wanted.id, 'campaignId', wanted."campaignId", 'leadId', caller_lead)));
  end if;
  return query select case when is_new then 'stored' else 'known' end, caller_lead;
end $$;
