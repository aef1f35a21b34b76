-- One policy per table and role; `force` binds the owner too, and no policy is the owner's: a migration that touches rows
-- says `set role leadline_worker` first.
grant usage on schema public to leadline_app, leadline_worker, leadline_search;

do $$ declare t text; begin
  foreach t in array array['businesses', 'memberships', 'lead_statuses', 'campaigns', 'campaign_members', 'api_keys', 'leads',
    'lead_enquiries', 'lead_comments', 'lead_counts', 'lead_day_counts', 'lead_month_counts', 'idempotency_keys', 'events'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I to leadline_app using (business_id = current_business())', t);
    execute format('grant select, insert, update, delete on %I to leadline_app', t);
    execute format('create policy every_tenant on %I to leadline_worker using (true)', t);
    execute format('grant select on %I to leadline_worker', t);
  end loop;
end $$;
revoke delete on businesses, leads, lead_enquiries, lead_comments from leadline_app;
revoke update, delete on events from leadline_app;
revoke insert, update, delete on lead_counts, lead_day_counts, lead_month_counts from leadline_app;
revoke update on idempotency_keys from leadline_app;

-- Relay and jobs.
grant insert, update on lead_counts, lead_day_counts, lead_month_counts to leadline_worker;
grant delete on leads, lead_enquiries, lead_comments, idempotency_keys to leadline_worker;
grant insert on events to leadline_worker;
grant update (personal) on events to leadline_worker;
grant update (last_used_at) on api_keys to leadline_worker;
grant select, update on relay_position to leadline_worker;
grant select on relay_position to leadline_app;

alter table relay_failures enable row level security;
alter table relay_failures force row level security;
create policy tenant on relay_failures to leadline_app using (business_id = current_business());
create policy every_tenant on relay_failures to leadline_worker using (true);
grant select, insert on relay_failures to leadline_worker;

-- A person's own: whatever business they come from.
alter table notifications enable row level security;
alter table notifications force row level security;
create policy own on notifications to leadline_app using (user_id = current_person());
create policy every_tenant on notifications to leadline_worker using (true);
grant select, update, delete on notifications to leadline_app;
grant select, insert, update, delete on notifications to leadline_worker;

-- Written by requests, read by the jobs that send them.
alter table messages enable row level security;
alter table messages force row level security;
create policy write on messages for insert to leadline_app
  with check (business_id is null or business_id = current_business());
create policy every_tenant on messages to leadline_worker using (true);
grant insert on messages to leadline_app;
grant select, insert, update, delete on messages to leadline_worker;

-- Accounts belong to no tenant.
grant select, insert, update on users, sessions to leadline_app;
grant select, insert, update, delete on phone_codes, password_resets, attempts to leadline_app;
grant select on users, sessions to leadline_worker;
grant delete on sessions, phone_codes, password_resets, attempts to leadline_worker;
grant select on phone_codes, password_resets, attempts to leadline_worker;

-- What crosses tenants does so here, one function each, owned by a role that cannot sign in.
create policy cross_tenants on leads to leadline_search using (true);
create policy cross_tenants on api_keys to leadline_search using (true);
create policy cross_tenants on memberships to leadline_search using (true);
create policy cross_tenants on campaign_members to leadline_search using (true);
create policy cross_tenants on businesses to leadline_search using (true);
create policy cross_tenants on lead_counts to leadline_search using (true);
grant select on leads, api_keys, memberships, campaign_members, businesses, lead_counts to leadline_search;

-- A key says which business it opens.
create function find_api_key(wanted bytea)
  returns table (id uuid, business_id uuid, scopes text[], campaign_ids uuid[], rate_per_minute int, is_active boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
  select k.id, k.business_id, k.scopes, k.campaign_ids, k.rate_per_minute, k.is_active from api_keys k where k.hash = wanted
$$;

-- The businesses of the person that the connection speaks for, and nobody else's.
create function own_businesses()
  returns table (business_id uuid, name text, email text, image text, is_demo boolean, role text, joined_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  select b.business_id, b.name, b.email, b.image, b.is_demo, m.role, m.joined_at
  from memberships m join businesses b using (business_id)
  where m.user_id = current_person() and m.suspended_at is null
  order by m.joined_at, b.business_id
$$;

create function own_campaign_roles()
  returns table (business_id uuid, campaign_id uuid, role text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select c.business_id, c.campaign_id, c.role from campaign_members c where c.user_id = current_person()
$$;

-- Trigram operators are not leakproof, so under the tenant's policy they scan; in these functions they use leads_search.
-- And the planner's guess of how many rows hold a text is wrong a hundredfold in both directions, so the path is chosen
-- here: a common text fills its page from the newest rows, any other is rare enough to be fetched whole.
create type lead_filter as (
  campaigns uuid[], statuses uuid[], sources text[], from_at timestamptz, until_at timestamptz,
  unread boolean, unanswered boolean, trash boolean);

-- $1 the business, $2 the pattern, $3 the filter.
create function lead_condition(filter lead_filter) returns text language sql immutable return
  'business_id = $1 and deleted_at is ' || case when (filter).trash then 'not null' else 'null' end
  || case when (filter).campaigns is null then '' else ' and campaign_id = any(($3).campaigns)' end
  || case when (filter).statuses is null then '' else ' and status_id = any(($3).statuses)' end
  || case when (filter).sources is null then '' else ' and source = any(($3).sources)' end
  || case when (filter).from_at is null then '' else ' and created_at >= ($3).from_at' end
  || case when (filter).until_at is null then '' else ' and created_at < ($3).until_at' end
  || case when (filter).unread then ' and read_at is null' else '' end
  || case when (filter).unanswered then ' and first_response_at is null' else '' end;

create function like_pattern(wanted text) returns text language sql immutable
  return '%' || regexp_replace(lower(wanted), '([\\%_])', '\\\1', 'g') || '%';

-- Whether the trigram index can help at all: three letters in a row, or where a word begins or ends.
create function has_trigram(wanted text) returns boolean language sql immutable
  return wanted ~ '[[:alnum:]]{3}|[^[:alnum:]][[:alnum:]]|[[:alnum:]]{2}[^[:alnum:]]';

-- The newest `among` leads, as a source of rows with the columns that conditions ask for.
create function newest_leads(among int, ordering text) returns text language sql immutable
  return '(select business_id, id, campaign_id, status_id, source, created_at, read_at, first_response_at, deleted_at, search_text
    from leads where business_id = $1 and deleted_at is null order by ' || ordering || ' limit ' || among || ') nearest';

-- In a business that holds most of all leads the trigram index is asked for the text alone, and the business is checked on
-- the rows: to intersect with the list of nearly all rows takes longer than to look at the few that are another's.
create function by_text_alone(condition text, filter lead_filter) returns text language plpgsql stable as $$
begin
  -- The index holds live leads.
  if not (filter).trash and (select c.total > t.reltuples / 2 from lead_counts c, pg_class t
      where c.business_id = current_business() and c.facet = 'all' and c.key = '' and t.oid = 'leads'::regclass) then
    return replace(condition, 'business_id = $1', '(business_id = $1) is true');
  end if;
  return condition;
end $$;

-- A page of ids. Without a trigram only the nearest 20,000 are looked at.
create function search_leads(wanted text, filter lead_filter, ascending boolean, skip int, most int) returns setof uuid
  language plpgsql stable rows 20 security definer set search_path = public, pg_temp as $$
declare
  matching text := lead_condition(filter) || ' and search_text like $2';
  ordering text := case when ascending then 'created_at, id' else 'created_at desc, id desc' end;
  among int := case when has_trigram(wanted) then 2000 else 20000 end;
  page uuid[];
begin
  if not (filter).trash then
    execute 'select array(select id from ' || newest_leads(among, ordering) || ' where ' || matching || ' order by ' || ordering || ' offset $4 limit $5)'
      into page using current_business(), like_pattern(wanted), filter, skip, most;
    if cardinality(page) = most or not has_trigram(wanted) then
      return query select unnest(page);
      return;
    end if;
  end if;
  return query execute 'with matching as materialized (select id, created_at from leads where ' || by_text_alone(matching, filter) || ')
      select id from matching order by ' || ordering || ' offset $4 limit $5'
    using current_business(), like_pattern(wanted), filter, skip, most;
end $$;

-- How many of the business's newest leads match: of the first `among`, stopping at `most`.
create function count_in_newest(pattern text, filter lead_filter, among int, most int) returns bigint
  language plpgsql stable set enable_indexscan = on as $$
declare counted bigint;
begin
  execute 'select count(*) from (select from ' || newest_leads(among, 'created_at desc') || ' where ' || lead_condition(filter)
      || ' and search_text like $2 limit $4) found'
    into counted using current_business(), pattern, filter, most;
  return counted;
end $$;

-- Counts up to `most`. What every fourth lead holds is counted along the newest. Anything else by the trigram index alone:
-- under a limit the planner would walk another one instead.
create function count_found_leads(wanted text, filter lead_filter, most int) returns bigint
  language plpgsql stable security definer set search_path = public, pg_temp set enable_indexscan = off set enable_seqscan = off as $$
declare
  pattern text := like_pattern(wanted);
  condition text := lead_condition(filter);
  sampled bigint := 0;
  counted bigint;
begin
  if not (filter).trash then
    if not has_trigram(wanted) then return count_in_newest(pattern, filter, 20000, most); end if;
    sampled := count_in_newest(pattern, filter, 2000, 2000);
  end if;
  if sampled >= 500 then
    counted := count_in_newest(pattern, filter, 4 * most + 20000, most);
    if counted = most then return counted; end if;
  end if;
  execute 'select count(*) from (select from leads where ' || by_text_alone(condition, filter) || ' and search_text like $2 limit $4) found'
    into counted using current_business(), pattern, filter, most;
  return counted;
end $$;

do $$ declare f regprocedure; begin
  grant create on schema public to leadline_search;
  foreach f in array array['find_api_key(bytea)', 'own_businesses()', 'own_campaign_roles()',
    'search_leads(text, lead_filter, boolean, int, int)', 'count_found_leads(text, lead_filter, int)']::regprocedure[] loop
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to leadline_app', f);
    execute format('alter function %s owner to leadline_search', f);
  end loop;
  -- Called by count_found_leads alone, whose rights it then has.
  revoke all on function count_in_newest(text, lead_filter, int, int) from public;
  alter function count_in_newest(text, lead_filter, int, int) owner to leadline_search;
  revoke create on schema public from leadline_search;
end $$;
