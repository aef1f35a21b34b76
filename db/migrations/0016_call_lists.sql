-- Lists of calls, who hears them, and what is erased with a lead.

-- Calls that go on are few, and no counter knows them; the others are rare among many.
create index calls_open on calls (business_id, started_at, id) where status is null;
create index calls_outbound on calls (business_id, started_at, id) where direction = 'outbound';
create index calls_abandoned on calls (business_id, started_at, id) where is_abandoned;

-- Its caller's number was erased: it was not withheld.
alter table calls add column erased_at timestamptz;
-- When its sound is to go although it is not old.
alter table recordings add column purge_at timestamptz;
create index recordings_to_purge on recordings (purge_at) where purge_at is not null;

-- Jobs fetch and remove sounds; who is erased for good with a lead is erased in its calls.
grant update on recordings, calls to leadline_worker;

-- The person's own businesses, now with whether they hear calls anywhere there.
grant create on schema public to leadline_search;
set local role leadline_search;
drop function own_businesses();
create function own_businesses()
  returns table (business_id uuid, name text, email text, image text, is_demo boolean, closes_at timestamptz, role text,
    joined_at timestamptz, hears_calls boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
  select b.business_id, b.name, b.email, b.image, b.is_demo, b.closes_at, m.role, m.joined_at,
    case m.role when 'Owner' then true when 'Admin' then m.hears_calls
      else exists (select from campaign_members c
        where c.business_id = m.business_id and c.user_id = m.user_id and c.hears_calls) end
  from memberships m join businesses b using (business_id)
  where m.user_id = current_person() and m.suspended_at is null
  order by m.joined_at, b.business_id
$$;
revoke all on function own_businesses() from public;
grant execute on function own_businesses() to leadline_app;
reset role;

-- Calls by the name of their lead, as 0002_tenancy.sql finds leads. `lead_campaigns`: where leads may be read.
create policy cross_tenants on calls to leadline_search using (true);
grant select on calls to leadline_search;
create type call_filter as (
  campaigns uuid[], lead_campaigns uuid[], statuses text[], numbers uuid[], answered_by uuid[], direction text,
  from_at timestamptz, until_at timestamptz, recorded boolean, first_time boolean, abandoned boolean);

-- $1 the business, $3 the filter; calls go by the name of c.
create function call_condition(filter call_filter) returns text language sql immutable return
  'c.business_id = $1'
  || case when (filter).campaigns is null then '' else ' and c.campaign_id = any(($3).campaigns)' end
  || case when (filter).statuses is null then '' else ' and c.status = any(($3).statuses)' end
  || case when (filter).numbers is null then '' else ' and c.number_id = any(($3).numbers)' end
  || case when (filter).answered_by is null then '' else ' and c.answered_by = any(($3).answered_by)' end
  || case when (filter).direction is null then '' else ' and c.direction = ($3).direction' end
  || case when (filter).from_at is null then '' else ' and c.started_at >= ($3).from_at' end
  || case when (filter).until_at is null then '' else ' and c.started_at < ($3).until_at' end
  || case when (filter).recorded then ' and c.has_recording' else '' end
  || case when (filter).first_time then ' and c.is_first_time' else '' end
  || case when (filter).abandoned then ' and c.is_abandoned' else '' end;

-- The leads that hold the text: $2 the pattern.
create function named_leads(filter call_filter) returns text language sql stable return
  'select id from leads where ' || by_text_alone('business_id = $1 and deleted_at is null', null::lead_filter)
  || case when (filter).lead_campaigns is null then '' else ' and campaign_id = any(($3).lead_campaigns)' end
  || ' and search_text like $2';

-- The newest `among` calls with their leads.
create function newest_named_calls(filter call_filter, among int, ordering text) returns text language sql immutable return
  '(select c.* from calls c where c.business_id = $1 order by ' || ordering || ' limit ' || among || ') c
    join leads l on l.business_id = $1 and l.id = c.lead_id and l.deleted_at is null
    where l.search_text like $2 and ' || call_condition(filter)
  || case when (filter).lead_campaigns is null then '' else ' and l.campaign_id = any(($3).lead_campaigns)' end;

-- A page of ids. A common text fills it from the newest calls; of any other the leads are found first, and then their calls.
create function search_calls(wanted text, filter call_filter, ascending boolean, skip int, most int) returns setof uuid
  language plpgsql stable rows 20 security definer set search_path = public, pg_temp
  set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  ordering text := case when ascending then 'c.started_at, c.id' else 'c.started_at desc, c.id desc' end;
  among int := case when has_trigram(wanted) then 2000 else 20000 end;
  page uuid[];
begin
  execute 'select array(select c.id from ' || newest_named_calls(filter, among, ordering) || ' order by ' || ordering || ' offset $4 limit $5)'
    into page using current_business(), like_pattern(wanted), filter, skip, most;
  if cardinality(page) = most or not has_trigram(wanted) then
    return query select unnest(page);
    return;
  end if;
  return query execute 'with named as materialized (' || named_leads(filter) || '),
      c as materialized (select c.id, c.started_at from named join calls c on c.lead_id = named.id and ' || call_condition(filter) || ')
      select c.id from c order by ' || ordering || ' offset $4 limit $5'
    using current_business(), like_pattern(wanted), filter, skip, most;
end $$;

-- Counts up to `most`.
create function count_found_calls(wanted text, filter call_filter, most int) returns bigint
  language plpgsql stable security definer set search_path = public, pg_temp
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare counted bigint;
begin
  if has_trigram(wanted) then
    execute 'select count(*) from (select from (' || named_leads(filter) || ') named
        join calls c on c.lead_id = named.id and ' || call_condition(filter) || ' limit $4) found'
      into counted using current_business(), like_pattern(wanted), filter, most;
  else
    execute 'select count(*) from (select from ' || newest_named_calls(filter, 20000, 'c.started_at desc, c.id desc') || ' limit $4) found'
      into counted using current_business(), like_pattern(wanted), filter, most;
  end if;
  return counted;
end $$;

do $$ declare f regprocedure; begin
  foreach f in array array['search_calls(text, call_filter, boolean, int, int)',
    'count_found_calls(text, call_filter, int)']::regprocedure[] loop
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to leadline_app', f);
    execute format('alter function %s owner to leadline_search', f);
  end loop;
  revoke create on schema public from leadline_search;
end $$;
