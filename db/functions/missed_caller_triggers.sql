-- A call that gets another lead, by a merge or its undo, changes the lead of the missed caller whose last call it is.
create or replace function move_missed_caller() returns trigger language plpgsql as $$
begin
  update missed_callers m set lead_id = new.lead_id
    where m.business_id = new.business_id and m.caller = new.caller and m.call_id = new.id;
  return null;
end $$;
create or replace trigger calls_lead_changed after update of lead_id on calls for each row
  when (old.lead_id is distinct from new.lead_id) execute function move_missed_caller();
