-- Statuses as their business arranges them: what they ask for, in which campaigns they can be chosen, and deleting them
-- while leads have them; and why a lead was lost.

alter table lead_statuses
  -- What somebody is asked for who chooses it (contract/leads/statuses.ts).
  add column asks text,
  -- Where it can be chosen; null: in every campaign.
  add column campaign_ids uuid[],
  -- Its name stays, for the history of leads that had it.
  add column deleted_at timestamptz;

-- The amount of a sale was asked for at every won status. The policies bind the owner too.
alter table lead_statuses no force row level security;
update lead_statuses set asks = 'sale_amount' where type = 'Won';
alter table lead_statuses force row level security;

alter table lead_statuses
  add constraint lead_statuses_asks check (asks is null or (asks = 'sale_amount' and type = 'Won') or (asks = 'lost_reason' and type = 'Lost')),
  -- New leads begin with it, whatever their campaign.
  add constraint lead_statuses_default_shown check (not is_default or (deleted_at is null and campaign_ids is null));

alter table leads add column lost_reason text;
drop trigger leads_revision on leads;
create trigger leads_revision before update on leads for each row
  when ((old.campaign_id, old.status_id, old.assigned_to, old.name, old.phone, old.email, old.value, old.tags, old.deleted_at, old.lost_reason)
    is distinct from (new.campaign_id, new.status_id, new.assigned_to, new.name, new.phone, new.email, new.value, new.tags, new.deleted_at, new.lost_reason))
  execute function count_revision();

alter table operations
  drop constraint operations_kind_check,
  add constraint operations_kind_check check (kind in ('status', 'assign', 'tag', 'delete', 'restore', 'undo', 'replace'));
alter table operation_leads
  drop constraint operation_leads_outcome_check,
  add constraint operation_leads_outcome_check check (outcome in ('changed', 'undone', 'same', 'gone', 'changed_since', 'forbidden',
    'campaign_gone', 'not_assignable', 'too_many_tags', 'status_gone', 'status_hidden'));

-- As in 0007, and: only a status that is there, and can be chosen in the campaign.
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
  insert into events (business_id, id, campaign_id, lead_id, name, actor, payload)
    values (business, wanted."eventId", campaign.id, kept.id,
      case when is_new then 'lead.created' else 'lead.repeated' end, wanted.actor,
      jsonb_build_object('leadId', kept.id, 'campaignId', campaign.id, 'source', wanted.source, 'enquiryId', wanted."enquiryId")
      || case when not is_new then '{}' else jsonb_build_object('counts', jsonb_build_array(jsonb_build_object(
        'campaignId', campaign.id, 'statusId', status.id, 'source', wanted.source, 'day', day_of(now()), 'total', 1,
        'sales', case when status.type = 'Won' then coalesce(wanted.value, 0) else 0 end))) end);

  return query select case when is_new then 'created' else 'repeated' end, kept;
end $$;
