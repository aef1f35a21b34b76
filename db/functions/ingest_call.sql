-- Stores an inbound call: its report, the call, its lead, the blacklist entry that refused it, and its event. With `alone`
-- the statement is the whole transaction; it fails with 40001 if a report of the call arrived earlier, because then more
-- has to be written.
create function ingest_call(business uuid, given jsonb, alone boolean) returns table (outcome text, lead_id uuid)
  language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  wanted call_input := jsonb_populate_record(null::call_input, given);
  caller_lead uuid;
  is_new boolean;
begin
  insert into provider_events (business_id, connection_id, dedupe_key, call_id, kind, payload, received_at)
    values (business, wanted."connectionId", wanted.key, wanted.id, 'inbound', wanted.payload, wanted.at)
    on conflict do nothing;
  if not found then return query select 'again', null::uuid; return; end if;

  insert into calls (business_id, id, connection_id, provider_sid, number_id, campaign_id, caller, caller_text, called,
      is_first_time, plan, started_at, check_at, forwarded_from)
    values (business, wanted.id, wanted."connectionId", wanted.sid, wanted."numberId", wanted."campaignId", wanted.caller,
      wanted."callerText", wanted.called, wanted."isFirstTime", wanted.plan, wanted.at, wanted."checkAt",
      given ->> 'forwardedFrom')
    on conflict do nothing;
  is_new := found;
  if alone and not is_new then
    raise exception 'a report of this call was here before it' using errcode = 'serialization_failure';
  end if;

  if jsonb_typeof(wanted.lead) = 'object' then
    -- If a form and a call of one new phone arrive at the same moment, they create one lead, and the call does not count as
    -- a repeat enquiry.
    perform lock_contacts(business, array[wanted.caller]);
    caller_lead := find_live_lead(business, wanted."campaignId", wanted.caller);
    update leads l set last_activity_at = now() where l.business_id = business and l.id = caller_lead;
    if caller_lead is null then
      select (t.lead).id into caller_lead from ingest_lead(business, wanted.lead) t;
    end if;
    if is_new and caller_lead is not null then
      update calls c set lead_id = caller_lead where c.business_id = business and c.id = wanted.id;
    end if;
  end if;

  if given ->> 'forwardedFrom' is not null and wanted."numberId" is not null then
    -- A caller may forge it, so no more are remembered than a business needs (FORWARDS_MAX of the contract).
    insert into number_forwards as f (business_id, number_id, phone, last_at)
      select business, wanted."numberId", given ->> 'forwardedFrom', wanted.at
      where (select count(*) from number_forwards o
        where o.business_id = business and o.number_id = wanted."numberId"
          and o.phone <> given ->> 'forwardedFrom') < 20
      on conflict (business_id, number_id, phone) do update set last_at = excluded.last_at;
  end if;
  if given ->> 'screenedBy' is not null then
    perform count_screened_call(business, (given ->> 'screenedBy')::uuid);
  end if;
  if is_new and wanted."campaignId" is not null then
    insert into events (business_id, id, campaign_id, lead_id, name, actor, payload)
      values (business, wanted."eventId", wanted."campaignId", caller_lead, 'call.started', '{"system": true}',
        jsonb_strip_nulls(jsonb_build_object('callId', wanted.id, 'campaignId', wanted."campaignId", 'leadId', caller_lead,
          'announcedTo', given -> 'announcedTo')));
  end if;
  return query select case when is_new then 'stored' else 'known' end, caller_lead;
end $$;
