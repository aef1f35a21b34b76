-- Trigger functions are replaced, never dropped, because the triggers are in use. A trigger that is renamed or no longer
-- needed is dropped by a migration.
create or replace function increment_revision() returns trigger language plpgsql as $$
begin
  new.revision := old.revision + 1;
  return new;
end $$;
create or replace trigger leads_revision before update on leads for each row
  when ((old.campaign_id, old.status_id, old.assigned_to, old.name, old.phone, old.email, old.value, old.tags,
      old.deleted_at, old.lost_reason)
    is distinct from (new.campaign_id, new.status_id, new.assigned_to, new.name, new.phone, new.email, new.value, new.tags,
      new.deleted_at, new.lost_reason))
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
