-- Trigger functions are replaced, never dropped, because the triggers are in use. A trigger that is renamed or no longer
-- needed is dropped by a migration.
create or replace function increment_revision() returns trigger language plpgsql as $$
begin
  new.revision := old.revision + 1;
  return new;
end $$;
create or replace trigger leads_revision before update on leads for each row
  when ((old.campaign_id, old.status_id, old.assigned_to, old.name, old.phone, old.email, old.value, old.tags,
      old.source, old.utm, old.deleted_at, old.merged_into, old.past_sale, old.lost_reason, old.gender, old.fields, old.meeting_status)
    is distinct from (new.campaign_id, new.status_id, new.assigned_to, new.name, new.phone, new.email, new.value, new.tags,
      new.source, new.utm, new.deleted_at, new.merged_into, new.past_sale, new.lost_reason, new.gender, new.fields, new.meeting_status))
  execute function increment_revision();

create or replace function sync_lead_tags() returns trigger language plpgsql as $$
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
create or replace trigger leads_tagged after insert on leads for each row
  when (new.tags <> '{}') execute function sync_lead_tags();
create or replace trigger leads_tags_changed after update of tags on leads for each row
  when (old.tags is distinct from new.tags) execute function sync_lead_tags();

create or replace function sync_lead_fields() returns trigger language plpgsql as $$
begin
  update lead_fields f set has_values = true
    where f.business_id = new.business_id and not f.has_values and new.fields ? f.key;
  if tg_op = 'UPDATE' then
    delete from lead_choices c where c.business_id = old.business_id and c.lead_id = old.id
      and not coalesce(new.fields -> c.field ? c.option, false);
  end if;
  -- Only choices are stored as lists.
  insert into lead_choices (business_id, field, option, created_at, lead_id)
    select new.business_id, v.key, o.option, new.created_at, new.id
    from jsonb_each(new.fields) v, jsonb_array_elements_text(case jsonb_typeof(v.value) when 'array' then v.value else '[]' end) o(option)
    on conflict do nothing;
  return null;
end $$;
create or replace trigger leads_with_fields after insert on leads for each row
  when (new.fields <> '{}') execute function sync_lead_fields();
create or replace trigger leads_fields_changed after update of fields on leads for each row
  when (old.fields is distinct from new.fields) execute function sync_lead_fields();

-- The clock of the first response: its working minutes are stored when it is answered, and it is counted again when an
-- unanswered lead moves or an answer is taken back.
create or replace function keep_response_clock() returns trigger language plpgsql as $$
begin
  if new.first_response_at is not null then
    if old.first_response_at is distinct from new.first_response_at then
      new.response_minutes := case when new.has_response_clock
        then working_minutes(new.business_id, new.created_at, new.first_response_at, new.campaign_id) end;
    end if;
    return new;
  end if;
  new.response_minutes := null;
  if new.has_response_clock then
    new.response_due_at := (select response_due(c.business_id, c.id, new.created_at, c.response_target) from campaigns c
      where c.business_id = new.business_id and c.id = new.campaign_id);
  end if;
  return new;
end $$;
create or replace trigger leads_response_clock before update of first_response_at, campaign_id on leads for each row
  when ((old.first_response_at, old.campaign_id) is distinct from (new.first_response_at, new.campaign_id))
  execute function keep_response_clock();

-- Keeps the campaign and the assignee of a conversation those of its lead.
create or replace function place_conversation() returns trigger language plpgsql as $$
begin
  update conversations c set campaign_id = new.campaign_id, assigned_to = new.assigned_to, is_hidden = new.deleted_at is not null
    where c.business_id = new.business_id and c.lead_id = new.id;
  return null;
end $$;
create or replace trigger conversation_placed after update of campaign_id, assigned_to, deleted_at on leads
  for each row when (old.campaign_id is distinct from new.campaign_id or old.assigned_to is distinct from new.assigned_to
    or old.deleted_at is distinct from new.deleted_at) execute function place_conversation();
