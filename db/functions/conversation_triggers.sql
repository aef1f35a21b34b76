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
