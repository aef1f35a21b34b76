-- Stores a lead with its enquiry and its event, or a repeat enquiry of the lead that the person has, or refuses it, as the
-- business decided (docs/decisions/0049-duplicate-policy.md). It is one function, so that intake takes a single round trip.
-- Each statement in a function has its own snapshot, so the look-up after the locks sees what other transactions committed.
-- `lead` is null if the input names something unknown; of an enquiry that was refused, it is the lead that the person has.
-- Runs with the rights of its caller, under the policies.
-- (docs/decisions/0007-intake-in-one-round-trip.md)
create function ingest_lead(business uuid, given jsonb) returns table (outcome text, lead lead_rows)
  language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  wanted lead_input := jsonb_populate_record(null::lead_input, given);
  -- Declared with row types instead of `record`: if the first lead on a connection is a repeat enquiry, the fields of a
  -- record would be unknown.
  campaign campaigns;
  status lead_statuses;
  kept lead_rows;
  known uuid;
  -- Of a call or a text message, which joins the person's lead whatever the business decided.
  policy text := 'join';
  is_new boolean;
  unmarked uuid[];
  duplicates int;
  -- What was decided, where the policy was not simply applied (contract/leads/lead-why.ts).
  fate text;
begin
  select c.* into campaign from campaigns c
    where c.business_id = business and c.id = wanted."campaignId" and c.deleted_at is null;
  if not found then return query select 'campaign_not_found', null::lead_rows; return; end if;

  -- If enquiries with the same contact arrive at the same moment, the first creates the lead.
  perform lock_contacts(business, array[wanted.phone, wanted.email]);
  if not wanted."mayRepeat" then
    known := find_live_lead(business, campaign.id, wanted.phone, wanted.email, wanted."joinsIn");
  end if;
  if known is not null and wanted."isConversation" is not true then
    select b.duplicate_action into policy from businesses b where b.business_id = business;
  end if;
  if policy = 'refuse' then
    perform note_refusal(business, known, given);
    return query select 'refused', r from lead_rows r where r.business_id = business and r.id = known;
    return;
  end if;
  is_new := known is null or policy = 'mark' or coalesce(wanted."isSecond", false);
  fate := case when not is_new then case when wanted."isConversation" then 'conversation' end
    when wanted."mayRepeat" then 'unmatched' when known is null then null when policy = 'mark' then 'marked' else 'second' end;

  if is_new then
    select array_agg(l.id) filter (where not l.has_duplicate_contact), count(*) into unmarked, duplicates from leads l
      where l.business_id = business and (l.phone = wanted.phone or l.email = wanted.email) and l.deleted_at is null;
    -- A lead with this as a further contact is marked, too.
    if known is not null then unmarked := array_append(unmarked, known); end if;
    -- Locks the status until the lead is stored. Tries twice, because the first attempt finds nothing if the default
    -- status changes at the same moment.
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
      case when wanted."isRead" then now() end, null, null, '{}'::text[], nullif(wanted.utm, '{}'), now(),
      duplicates > 0 or known is not null, coalesce(wanted.fields, '{}'),
      response_due(business, campaign.id, now(), campaign.response_target), null, false, 'No meeting');
    if wanted."assignedTo" is not null then
      select u.name, u.image into kept.assigned_name, kept.assigned_image from users u where u.id = wanted."assignedTo";
    end if;
    insert into leads (business_id, id, campaign_id, status_id, assigned_to, name, phone, email, source, value, read_at, utm,
        has_duplicate_contact, fields, response_due_at)
      values (business, kept.id, kept.campaign_id, kept.status_id, kept.assigned_to, kept.name, kept.phone, kept.email,
        kept.source, kept.value, kept.read_at, kept.utm, kept.has_duplicate_contact, kept.fields, kept.response_due_at);
    if unmarked is not null then
      update leads l set has_duplicate_contact = true where l.business_id = business and l.id = any(unmarked)
        and not l.has_duplicate_contact;
    end if;
  else
    update leads l set last_activity_at = now() where l.business_id = business and l.id = known;
    select r.* into kept from lead_rows r where r.business_id = business and r.id = known;
  end if;

  with enquiry as (
    insert into lead_enquiries (business_id, id, lead_id, source, message, utm, click_ids, landing_page, referrer, raw,
        content_type, key_id, while_paused)
      values (business, wanted."enquiryId", kept.id, wanted.source, wanted.message, wanted.utm, wanted."clickIds",
        wanted."landingPage", wanted.referrer, wanted.raw, wanted."contentType", wanted."keyId", not campaign.is_enabled))
  insert into events (business_id, id, campaign_id, lead_id, name, actor, payload, personal)
    values (business, wanted."eventId", kept.campaign_id, kept.id,
      case when is_new then 'lead.created' else 'lead.repeated' end, wanted.actor,
      jsonb_build_object('leadId', kept.id, 'campaignId', kept.campaign_id, 'source', wanted.source,
        'enquiryId', wanted."enquiryId")
      || jsonb_strip_nulls(jsonb_build_object('fate', fate, 'knownLeadId', case when is_new then known end))
      || case when not is_new then '{}' else jsonb_build_object('counts', jsonb_build_array(jsonb_build_object(
        'campaignId', campaign.id, 'statusId', status.id, 'source', wanted.source, 'day', day_of(now()), 'hour', hour_of_week(now()), 'total', 1,
        'sales', case when status.type = 'Won' then coalesce(wanted.value, 0) else 0 end, 'value', coalesce(wanted.value, 0),
        'assignedTo', coalesce(wanted."assignedTo"::text, 'none')))) end,
      case when given ? 'from' then jsonb_build_object('from', given -> 'from') end);

  return query select case when is_new then 'created' else 'repeated' end, kept;
end $$;

-- Notes at the person's lead that an enquiry was refused.
create function note_refusal(business uuid, known uuid, given jsonb) returns void language plpgsql as $$
declare
  wanted lead_input := jsonb_populate_record(null::lead_input, given);
begin
  insert into events (business_id, id, campaign_id, lead_id, name, actor, payload, personal)
    select business, wanted."eventId", l.campaign_id, l.id, 'lead.refused', wanted.actor,
      jsonb_build_object('leadId', l.id, 'campaignId', l.campaign_id, 'source', wanted.source),
      case when given ? 'from' then jsonb_build_object('from', given -> 'from') end
    from leads l where l.business_id = business and l.id = known;
end $$;

-- Stores several leads that were sent at the same time in one transaction.
create function ingest_leads(business uuid, given jsonb) returns table (place int, outcome text, lead lead_rows)
  language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  one record;
begin
  -- All locks are taken before the first lead is stored, so that two batches never deadlock.
  perform lock_contacts(business, (select array_agg(contact) from jsonb_array_elements(given) wanted,
    lateral (values (wanted ->> 'phone'), (wanted ->> 'email')) contacts (contact)));
  for one in select e.value, e.ordinality::int as place from jsonb_array_elements(given) with ordinality e loop
    return query select one.place, t.outcome, t.lead from ingest_lead(business, one.value) t;
  end loop;
end $$;

-- Stores a lead from a form, with the values that only a form has, and counts it. The counter's row is the last that is
-- locked.
create function ingest_form_lead(business uuid, given jsonb) returns table (outcome text, lead_id uuid) language plpgsql as $$
declare
  new_lead int;
begin
  select t.outcome, (t.lead).id into outcome, lead_id from ingest_lead(business, given) t;
  if outcome = 'refused' then return next; return; end if;
  update lead_enquiries e set form_id = (given->>'formId')::uuid, answers = given->'answers', consent = given->>'consent'
    where e.business_id = business and e.id = (given->>'enquiryId')::uuid
    returning e.lead_id into lead_id;
  if found then
    new_lead := (outcome = 'created')::int;
    insert into form_submissions as s (business_id, form_id, new_leads, repeats, last_at, last_lead_at)
      values (business, (given->>'formId')::uuid, new_lead, 1 - new_lead, now(), case when new_lead = 1 then now() end)
      on conflict (business_id, form_id) do update set new_leads = s.new_leads + excluded.new_leads,
        repeats = s.repeats + excluded.repeats, last_at = greatest(s.last_at, excluded.last_at),
        last_lead_at = greatest(s.last_lead_at, excluded.last_lead_at);
  end if;
  return next;
end $$;
