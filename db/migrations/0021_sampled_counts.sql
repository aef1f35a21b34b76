-- Totals of searches beyond what is counted: a text of tens of thousands of rows is known by a sample, without counting.

-- How much of a table some 5,000 of its rows are, in percent.
create function sample_percent(sampled regclass) returns double precision language sql stable
  return (select least(100, 500000 / greatest(reltuples, 1)) from pg_class where oid = sampled);

-- Whether a sample with so many hits means more than `most` rows beyond doubt: five times as many by its share, and one row
-- in twenty of the sample, which no heap of like rows on a few pages can pretend.
create function is_surely_more(hits bigint, percent double precision, most int) returns boolean language sql immutable
  return hits >= 250 and hits * 100 / percent >= 5 * most;

-- How many of the sampled leads hold a text: $1 the business, $2 the pattern, $3 the percent.
create function sampled_leads() returns text language sql immutable return
  'select count(*) from leads tablesample system ($3) repeatable (1) where business_id = $1 and deleted_at is null and search_text like $2';

grant create on schema public to leadline_search;
set local role leadline_search;

-- Counts up to `most`; without a trigram along the newest.
create or replace function count_found_leads(wanted text, filter lead_filter, most int) returns bigint
  language plpgsql stable security definer set search_path = public, pg_temp
  set enable_indexscan = off set enable_seqscan = off set max_parallel_workers_per_gather = 0 as $$
declare
  pattern text := like_pattern(wanted);
  condition text := lead_condition(filter);
  percent double precision := sample_percent('leads');
  counted bigint;
begin
  if not (filter).trash then
    if not has_trigram(wanted) then return count_in_newest(pattern, filter, 20000, most); end if;
    execute 'select count(*) from leads tablesample system ($4) repeatable (1) where ' || condition || ' and search_text like $2'
      into counted using current_business(), pattern, filter, percent;
    if is_surely_more(counted, percent, most) then return most; end if;
  end if;
  -- By the trigram index alone: under a limit the planner would walk another one instead.
  execute 'select count(*) from (select from leads where ' || by_text_alone(condition, filter) || ' and search_text like $2 limit $4) found'
    into counted using current_business(), pattern, filter, most;
  return counted;
end $$;

create or replace function count_found_calls(wanted text, filter call_filter, most int) returns bigint
  language plpgsql stable security definer set search_path = public, pg_temp
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set max_parallel_workers_per_gather = 0 as $$
declare
  pattern text := like_pattern(wanted);
  percent double precision := sample_percent('calls');
  counted bigint;
begin
  if not has_trigram(wanted) then
    execute 'select count(*) from (select from ' || newest_named_calls(filter, 20000, 'c.started_at desc, c.id desc') || ' limit $4) found'
      into counted using current_business(), pattern, filter, most;
    return counted;
  end if;
  -- Leads are sampled first: it is cheaper, and few texts are common.
  execute sampled_leads() into counted using current_business(), pattern, sample_percent('leads');
  if counted >= 50 then
    execute 'select count(*) from calls c tablesample system ($4) repeatable (1)
        join leads l on l.business_id = $1 and l.id = c.lead_id and l.deleted_at is null
        where l.search_text like $2 and ' || call_condition(filter)
        || case when (filter).lead_campaigns is null then '' else ' and l.campaign_id = any(($3).lead_campaigns)' end
      into counted using current_business(), pattern, filter, percent;
    if is_surely_more(counted, percent, most) then return most; end if;
  end if;
  execute 'select count(*) from (select from (' || named_leads(filter) || ') named
      join calls c on c.lead_id = named.id and ' || call_condition(filter) || ' limit $4) found'
    into counted using current_business(), pattern, filter, most;
  return counted;
end $$;

-- A page of ids. A common text soon fills it from the newest calls; of any other the leads are found first, and then their
-- calls. What thousands of leads bear and none of the newest does is looked for further back before that.
create or replace function search_calls(wanted text, filter call_filter, ascending boolean, skip int, most int) returns setof uuid
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
      execute sampled_leads() into sampled using current_business(), like_pattern(wanted), sample_percent('leads');
      -- Fewer than some two in a thousand leads.
      exit when sampled < 10;
    end if;
    execute 'select array(select c.id from ' || newest_named_calls(filter, among, ordering) || ' order by ' || ordering || ' offset $4 limit $5)'
      into page using current_business(), like_pattern(wanted), filter, skip, most;
    if cardinality(page) = most or not has_trigram(wanted) then
      return query select unnest(page);
      return;
    end if;
  end loop;
  return query execute 'with named as materialized (' || named_leads(filter) || '),
      c as materialized (select c.id, c.started_at from named join calls c on c.lead_id = named.id and ' || call_condition(filter) || ')
      select c.id from c order by ' || ordering || ' offset $4 limit $5'
    using current_business(), like_pattern(wanted), filter, skip, most;
end $$;

reset role;
revoke create on schema public from leadline_search;
