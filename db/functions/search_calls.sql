-- Finds calls by the name of their lead, in the same way as search_leads.sql.

-- SQL text of a condition: $1 is the business, $3 the filter, c the call.
create function call_condition(filter call_filter) returns text language sql immutable return
  'c.business_id = $1'
  || case when (filter).campaigns is null then '' else ' and c.campaign_id = any(($3).campaigns)' end
  || case when (filter).statuses is null then '' else ' and c.status = any(($3).statuses)' end
  || case when (filter).numbers is null then '' else ' and c.number_id = any(($3).numbers)' end
  || case when (filter).answered_by is null then '' else ' and c.answered_by = any(($3).answered_by)' end
  || case when (filter).direction is null then '' else ' and c.direction = ($3).direction' end
  || case when (filter).from_at is null then '' else ' and c.started_at >= ($3).from_at' end
  || case when (filter).until_at is null then '' else ' and c.started_at < ($3).until_at' end
  || case when (filter).weekdays is null then '' else ' and hour_of_week(c.started_at) / 24 = any(($3).weekdays)' end
  || case when (filter).hours is null then '' else ' and hour_of_week(c.started_at) % 24 = any(($3).hours)' end
  || case when (filter).rang is null then '' else ' and c.direction = ''inbound'' and (c.status = ''Answered'' and c.answered_by = any(($3).rang)
    or exists (select from call_attempts a where a.business_id = c.business_id and a.call_id = c.id and a.user_id = any(($3).rang)
      and a.outcome is not null and c.status is not null and not (c.status = ''Answered'' and a.outcome = ''canceled'')
      and not exists (select from call_attempts b where b.business_id = a.business_id and b.call_id = a.call_id
        and b.user_id = a.user_id and b.bridged)))' end
  || case when (filter).recorded then ' and c.has_recording' else '' end
  || case when (filter).first_time then ' and c.is_first_time' else '' end
  || case when (filter).abandoned then ' and c.is_abandoned' else '' end;

-- SQL text of a subquery: the ids of the leads that contain the text; $2 holds the patterns.
create function leads_with_text(filter call_filter) returns text language sql stable as $$ select
  'select id from leads where ' || without_business_index('business_id = $1 and deleted_at is null', null::lead_filter)
  || case when (filter).lead_campaigns is null then '' else ' and campaign_id = any(($3).lead_campaigns)' end
  || ' and search_text like any($2)'
$$;

-- SQL text of a subquery: the newest `among` calls with their leads.
create function newest_calls_with_text(filter call_filter, among int, ordering text) returns text
  language sql immutable as $$ select
  '(select c.* from calls c where c.business_id = $1 order by ' || ordering || ' limit ' || among || ') c
    join leads l on l.business_id = $1 and l.id = c.lead_id and l.deleted_at is null
    where l.search_text like any($2) and ' || call_condition(filter)
  || case when (filter).lead_campaigns is null then '' else ' and l.campaign_id = any(($3).lead_campaigns)' end
$$;

set local role leadline_search;

-- A page of ids. A common text fills it from the newest calls. For any other text the leads are found first and then their
-- calls. A text that thousands of leads contain, but none of the newest calls, is first searched further back.
create function search_calls(wanted text, filter call_filter, ascending boolean, skip int, most int) returns setof uuid
  language plpgsql stable rows 20 security definer set search_path = public, pg_temp
  set enable_hashjoin = off set enable_mergejoin = off set max_parallel_workers_per_gather = 0 as $$
declare
  ordering text := case when ascending then 'c.started_at, c.id' else 'c.started_at desc, c.id desc' end;
  among int;
  sampled bigint;
  page uuid[];
begin
  foreach among in array case when has_trigram(wanted) then array[1000, 20000] else array[20000] end loop
    if among = 20000 and has_trigram(wanted) then
      execute sampled_leads() into sampled using current_business(), search_patterns(wanted), sample_percent('leads');
      -- Fewer than about two in a thousand leads contain the text.
      exit when sampled < 10;
    end if;
    execute 'select array(select c.id from ' || newest_calls_with_text(filter, among, ordering) || '
        order by ' || ordering || ' offset $4 limit $5)'
      into page using current_business(), search_patterns(wanted), filter, skip, most;
    if cardinality(page) = most or not has_trigram(wanted) then
      return query select unnest(page);
      return;
    end if;
  end loop;
  return query execute 'with named as materialized (' || leads_with_text(filter) || '),
      c as materialized (select c.id, c.started_at from named
        join calls c on c.lead_id = named.id and ' || call_condition(filter) || ')
      select c.id from c order by ' || ordering || ' offset $4 limit $5'
    using current_business(), search_patterns(wanted), filter, skip, most;
end $$;

-- The number of matching calls, counted up to `most`.
create function count_found_calls(wanted text, filter call_filter, most int) returns bigint
  language plpgsql stable security definer set search_path = public, pg_temp
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set max_parallel_workers_per_gather = 0 as $$
declare
  patterns text[] := search_patterns(wanted);
  percent double precision := sample_percent('calls');
  counted bigint;
begin
  if not has_trigram(wanted) then
    execute 'select count(*) from (select from ' || newest_calls_with_text(filter, 20000, 'c.started_at desc, c.id desc')
        || ' limit $4) found'
      into counted using current_business(), patterns, filter, most;
    return counted;
  end if;
  -- Samples the leads first, because that is cheaper, and few texts are common.
  execute sampled_leads() into counted using current_business(), patterns, sample_percent('leads');
  if counted >= 50 then
    execute 'select count(*) from calls c tablesample system ($4) repeatable (1)
        join leads l on l.business_id = $1 and l.id = c.lead_id and l.deleted_at is null
        where l.search_text like any($2) and ' || call_condition(filter)
        || case when (filter).lead_campaigns is null then '' else ' and l.campaign_id = any(($3).lead_campaigns)' end
      into counted using current_business(), patterns, filter, percent;
    if surely_exceeds(counted, percent, most) then return most; end if;
  end if;
  execute 'select count(*) from (select from (' || leads_with_text(filter) || ') named
      join calls c on c.lead_id = named.id and ' || call_condition(filter) || ' limit $4) found'
    into counted using current_business(), patterns, filter, most;
  return counted;
end $$;

-- The number of matching calls, counted up to `counted`, and a page of their ids.
create function find_calls(wanted text, filter call_filter, ascending boolean, skip int, most int, counted int)
  returns table (total bigint, ids uuid[])
  language plpgsql stable rows 1 security definer set search_path = public, pg_temp
  set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  ordering text := case when ascending then 'started_at, id' else 'started_at desc, id desc' end;
begin
  if not is_rare_text(wanted) then
    return query select count_found_calls(wanted, filter, counted),
      array(select search_calls(wanted, filter, ascending, skip, most));
    return;
  end if;
  return query execute 'with named as materialized (' || leads_with_text(filter) || '),
      matching as materialized (select c.id, c.started_at from named
        join calls c on c.lead_id = named.id and ' || call_condition(filter) || ')
      select least(count(*), $6), array(select id from matching order by ' || ordering || ' offset $4 limit $5) from matching'
    using current_business(), search_patterns(wanted), filter, skip, most, counted;
end $$;

revoke all on function search_calls, count_found_calls, find_calls from public;
grant execute on function search_calls, count_found_calls, find_calls to leadline_app;
reset role;
