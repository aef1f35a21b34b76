-- A rare text is fetched once, for its total and its page together; before, each fetched it for itself.
grant create on schema public to leadline_search;
set local role leadline_search;

-- Whether fewer than some two in a thousand leads hold a text, by the sample.
create function is_rare(wanted text) returns boolean language plpgsql stable security definer set search_path = public, pg_temp as $$
declare sampled bigint;
begin
  if not has_trigram(wanted) then return false; end if;
  execute sampled_leads() into sampled using current_business(), like_pattern(wanted), sample_percent('leads');
  return sampled < 10;
end $$;

-- How many leads, counted up to `counted`, and a page of their ids.
create function find_leads(wanted text, filter lead_filter, ascending boolean, skip int, most int, counted int)
  returns table (total bigint, ids uuid[])
  language plpgsql stable rows 1 security definer set search_path = public, pg_temp as $$
declare
  matching text := lead_condition(filter) || ' and search_text like $2';
  ordering text := case when ascending then 'created_at, id' else 'created_at desc, id desc' end;
begin
  if (filter).trash or not is_rare(wanted) then
    return query select count_found_leads(wanted, filter, counted), array(select search_leads(wanted, filter, ascending, skip, most));
    return;
  end if;
  return query execute 'with matching as materialized (select id, created_at from leads where ' || by_text_alone(matching, filter) || ')
      select least(count(*), $6), array(select id from matching order by ' || ordering || ' offset $4 limit $5) from matching'
    using current_business(), like_pattern(wanted), filter, skip, most, counted;
end $$;

-- The same of calls, by the name of their lead.
create function find_calls(wanted text, filter call_filter, ascending boolean, skip int, most int, counted int)
  returns table (total bigint, ids uuid[])
  language plpgsql stable rows 1 security definer set search_path = public, pg_temp
  set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  ordering text := case when ascending then 'started_at, id' else 'started_at desc, id desc' end;
begin
  if not is_rare(wanted) then
    return query select count_found_calls(wanted, filter, counted), array(select search_calls(wanted, filter, ascending, skip, most));
    return;
  end if;
  return query execute 'with named as materialized (' || named_leads(filter) || '),
      matching as materialized (select c.id, c.started_at from named join calls c on c.lead_id = named.id and ' || call_condition(filter) || ')
      select least(count(*), $6), array(select id from matching order by ' || ordering || ' offset $4 limit $5) from matching'
    using current_business(), like_pattern(wanted), filter, skip, most, counted;
end $$;

do $$ declare f regprocedure; begin
  foreach f in array array['find_leads(text, lead_filter, boolean, int, int, int)',
    'find_calls(text, call_filter, boolean, int, int, int)', 'is_rare(text)']::regprocedure[] loop
    execute format('revoke all on function %s from public', f);
  end loop;
end $$;
grant execute on function find_leads(text, lead_filter, boolean, int, int, int), find_calls(text, call_filter, boolean, int, int, int)
  to leadline_app;

reset role;
revoke create on schema public from leadline_search;
