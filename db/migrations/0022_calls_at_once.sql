-- A call that comes in, stored in one round trip (server/features/calls/hooks/hooks.service.ts): its report, the call, its
-- lead, what turned it away, and its event.
create type wanted_call as (
  id uuid, "connectionId" uuid, sid text, "numberId" uuid, "campaignId" uuid, caller text, called text, "isFirstTime" boolean,
  plan jsonb, at timestamptz, "checkAt" timestamptz, key text, payload jsonb, lead jsonb, "blacklistId" uuid, "eventId" uuid);

create function take_call(business uuid, given jsonb) returns table (outcome text, lead_id uuid)
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

  insert into calls (business_id, id, connection_id, provider_sid, number_id, campaign_id, caller, called, is_first_time, plan,
      started_at, check_at)
    values (business, wanted.id, wanted."connectionId", wanted.sid, wanted."numberId", wanted."campaignId", wanted.caller,
      wanted.called, wanted."isFirstTime", wanted.plan, wanted.at, wanted."checkAt")
    on conflict do nothing;
  is_new := found;

  if jsonb_typeof(wanted.lead) = 'object' then
    -- Until the transaction ends nobody else makes a lead of this phone: the lock is take_lead's own.
    perform pg_advisory_xact_lock(hashtextextended(business || ' ' || wanted."campaignId" || ' ' || wanted.caller, 0));
    -- To call again is no further enquiry: it shows as a call.
    -- Materialized: with order and limit the planner would walk the newest leads instead of asking for the phone.
    with same as materialized (
      select s.id, s.created_at from leads s where s.business_id = business and s.phone = wanted.caller
        and s.campaign_id = wanted."campaignId" and s.deleted_at is null)
      update leads l set last_activity_at = now() where l.business_id = business and l.id = (
        select s.id from same s order by s.created_at desc, s.id desc limit 1) returning l.id into caller_lead;
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
