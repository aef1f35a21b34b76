set local role leadline_search;

-- Returns those of these phones that are virtual numbers of the installation.
create function filter_virtual_numbers(phones text[]) returns setof text
  language sql stable security definer set search_path = public, pg_temp as $$
  select n.phone from virtual_numbers n where n.phone = any(phones) and n.state in ('active', 'paused', 'releasing')
$$;

revoke all on function filter_virtual_numbers from public;
grant execute on function filter_virtual_numbers to leadline_app;
reset role;
