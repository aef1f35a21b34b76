-- The short address of an invitation in a text message holds its token alone.
grant create on schema public to leadline_search;
set local role leadline_search;
create function find_invitation_of_link(hash bytea) returns uuid
  language sql stable security definer set search_path = public, pg_temp as $$
  select l.invitation_id from invitation_links l join businesses b using (business_id)
  where l.token_hash = hash and b.erasing_since is null
$$;
revoke all on function find_invitation_of_link(bytea) from public;
grant execute on function find_invitation_of_link(bytea) to leadline_app;
reset role;
revoke create on schema public from leadline_search;
