-- Trigram operators are not leakproof, so under the row-level policy PostgreSQL cannot use an index for them. These
-- functions bypass the policy and use the index leads_search. A common text fills its page from the newest rows; any other
-- text is rare enough for all of its rows to be fetched.

-- SQL text of a condition: $1 is the business, $2 the patterns, $3 the filter. Must select the same rows as
-- conditions() in server/features/leads/list/filters.sql.ts; list/search-filters.test.ts compares the two.
create function lead_condition(filter lead_filter) returns text language sql immutable return
  'business_id = $1 and deleted_at is ' || case when (filter).trash then 'not null and merged_into is null' else 'null' end
  || case when (filter).campaigns is null then '' else ' and campaign_id = any(($3).campaigns)' end
  || case when (filter).statuses is null then '' else ' and status_id = any(($3).statuses)' end
  || case when (filter).sources is null then '' else ' and source = any(($3).sources)' end
  || case when (filter).from_at is null then '' else ' and created_at >= ($3).from_at' end
  || case when (filter).until_at is null then '' else ' and created_at < ($3).until_at' end
  || case when (filter).unread then ' and read_at is null' else '' end
  || case when (filter).unanswered then ' and first_response_at is null' else '' end;

-- SQL text of a subquery: the newest `among` leads, with the columns that lead_condition uses.
create function newest_leads(among int, ordering text) returns text language sql immutable
  return '(select business_id, id, campaign_id, status_id, source, created_at, read_at, first_response_at, deleted_at, search_text
    from leads where business_id = $1 and deleted_at is null order by ' || ordering || ' limit ' || among || ') nearest';

-- If the business has more than half of all leads, `is true` keeps business_id out of the index condition: the trigram
-- index is searched for the text only, and business_id is a filter. Reading a few rows of other businesses costs less
-- than intersecting with a list of nearly all rows.
create function without_business_index(condition text, filter lead_filter) returns text language plpgsql stable as $$
begin
  -- The index holds live leads only.
  if not (filter).trash and (select c.total > t.reltuples / 2 from lead_counts c, pg_class t
      where c.business_id = current_business() and c.facet = 'all' and c.key = '' and t.oid = 'leads'::regclass) then
    return replace(condition, 'business_id = $1', '(business_id = $1) is true');
  end if;
  return condition;
end $$;

set local role leadline_search;

-- A page of ids. If the text has no trigram, only the newest 20,000 leads are searched.
create function search_leads(wanted text, filter lead_filter, ascending boolean, skip int, most int) returns setof uuid
  language plpgsql stable rows 20 security definer set search_path = public, pg_temp as $$
declare
  matching text := lead_condition(filter) || ' and search_text like any($2)';
  ordering text := case when ascending then 'created_at, id' else 'created_at desc, id desc' end;
  among int;
  sampled bigint;
  page uuid[];
begin
  if not (filter).trash then
    foreach among in array case when has_trigram(wanted) then array[2000, 50000] else array[20000] end loop
      if among = 50000 then
        execute sampled_leads() into sampled using current_business(), search_patterns(wanted), sample_percent('leads');
        -- Fewer than about two in a thousand leads contain the text.
        exit when sampled < 10;
      end if;
      execute 'select array(select id from ' || newest_leads(among, ordering) || ' where ' || matching || '
        order by ' || ordering || ' offset $4 limit $5)'
        into page using current_business(), search_patterns(wanted), filter, skip, most;
      if cardinality(page) = most or not has_trigram(wanted) then
        return query select unnest(page);
        return;
      end if;
    end loop;
  end if;
  return query execute 'with matching as materialized (
        select id, created_at from leads where ' || without_business_index(matching, filter) || ')
      select id from matching order by ' || ordering || ' offset $4 limit $5'
    using current_business(), search_patterns(wanted), filter, skip, most;
end $$;

-- The number of matches among the newest `among` leads, counted up to `most`.
create function count_in_newest(patterns text[], filter lead_filter, among int, most int) returns bigint
  language plpgsql stable set enable_indexscan = on as $$
declare counted bigint;
begin
  execute 'select count(*) from (select from ' || newest_leads(among, 'created_at desc') || ' where ' || lead_condition(filter)
      || ' and search_text like any($2) limit $4) found'
    into counted using current_business(), patterns, filter, most;
  return counted;
end $$;

-- The number of matches, counted up to `most`. If the text has no trigram, only the newest leads are counted.
create function count_found_leads(wanted text, filter lead_filter, most int) returns bigint
  language plpgsql stable security definer set search_path = public, pg_temp
  set enable_indexscan = off set enable_seqscan = off set max_parallel_workers_per_gather = 0 as $$
declare
  patterns text[] := search_patterns(wanted);
  condition text := lead_condition(filter);
  percent double precision := sample_percent('leads');
  counted bigint;
begin
  if not (filter).trash then
    if not has_trigram(wanted) then return count_in_newest(patterns, filter, 20000, most); end if;
    execute 'select count(*) from leads tablesample system ($4) repeatable (1) where ' || condition || ' and search_text like any($2)'
      into counted using current_business(), patterns, filter, percent;
    if surely_exceeds(counted, percent, most) then return most; end if;
  end if;
  -- Must use the trigram index: because of the limit, the planner would otherwise scan another one.
  execute 'select count(*) from (
        select from leads where ' || without_business_index(condition, filter) || ' and search_text like any($2) limit $4) found'
    into counted using current_business(), patterns, filter, most;
  return counted;
end $$;

-- The number of matching leads, counted up to `counted`, and a page of their ids. For a rare text one fetch serves both.
create function find_leads(wanted text, filter lead_filter, ascending boolean, skip int, most int, counted int)
  returns table (total bigint, ids uuid[])
  language plpgsql stable rows 1 security definer set search_path = public, pg_temp as $$
declare
  matching text := lead_condition(filter) || ' and search_text like any($2)';
  ordering text := case when ascending then 'created_at, id' else 'created_at desc, id desc' end;
begin
  if (filter).trash or not is_rare_text(wanted) then
    return query select count_found_leads(wanted, filter, counted),
      array(select search_leads(wanted, filter, ascending, skip, most));
    return;
  end if;
  return query execute 'with matching as materialized (
        select id, created_at from leads where ' || without_business_index(matching, filter) || ')
      select least(count(*), $6), array(select id from matching order by ' || ordering || ' offset $4 limit $5) from matching'
    using current_business(), search_patterns(wanted), filter, skip, most, counted;
end $$;

revoke all on function search_leads, count_in_newest, count_found_leads, find_leads from public;
grant execute on function search_leads, count_found_leads, find_leads to leadline_app;
reset role;
