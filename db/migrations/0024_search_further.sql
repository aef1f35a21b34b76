-- A text that many leads hold and none of the newest, because a flood of others came in, is looked for further back before
-- all of its leads are fetched.
grant create on schema public to leadline_search;
set local role leadline_search;

-- A page of ids. Without a trigram only the nearest 20,000 are looked at.
create or replace function search_leads(wanted text, filter lead_filter, ascending boolean, skip int, most int) returns setof uuid
  language plpgsql stable rows 20 security definer set search_path = public, pg_temp as $$
declare
  matching text := lead_condition(filter) || ' and search_text like $2';
  ordering text := case when ascending then 'created_at, id' else 'created_at desc, id desc' end;
  among int;
  sampled bigint;
  page uuid[];
begin
  if not (filter).trash then
    foreach among in array case when has_trigram(wanted) then array[2000, 50000] else array[20000] end loop
      if among = 50000 then
        execute sampled_leads() into sampled using current_business(), like_pattern(wanted), sample_percent('leads');
        -- Fewer than some two in a thousand leads.
        exit when sampled < 10;
      end if;
      execute 'select array(select id from ' || newest_leads(among, ordering) || ' where ' || matching || ' order by ' || ordering || ' offset $4 limit $5)'
        into page using current_business(), like_pattern(wanted), filter, skip, most;
      if cardinality(page) = most or not has_trigram(wanted) then
        return query select unnest(page);
        return;
      end if;
    end loop;
  end if;
  return query execute 'with matching as materialized (select id, created_at from leads where ' || by_text_alone(matching, filter) || ')
      select id from matching order by ' || ordering || ' offset $4 limit $5'
    using current_business(), like_pattern(wanted), filter, skip, most;
end $$;

reset role;
revoke create on schema public from leadline_search;
