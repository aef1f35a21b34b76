-- The app deletes no calls but those that were logged by hand.
create or replace function keep_calls() returns trigger language plpgsql as $$
begin
  if current_user = 'leadline_app' and not old.is_logged then
    raise exception 'Only calls that were logged by hand are deleted' using errcode = 'insufficient_privilege';
  end if;
  return old;
end $$;
create or replace trigger keep_calls before delete on calls for each row execute function keep_calls();
