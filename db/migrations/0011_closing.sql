-- Closing a business: for some weeks it can be read and taken back, then nothing of it is left.
alter table businesses
  -- When it is to be erased; null: nobody has closed it.
  add column closes_at timestamptz,
  add column closed_at timestamptz,
  add column closed_by uuid references users,
  -- From here on there is no way back, and nobody is a member.
  add column erasing_since timestamptz;
create index businesses_closing on businesses (closes_at) where closes_at is not null;

-- What is erased by business must be found by business, and what references it by the reference.
create index notifications_of_business on notifications (business_id);
create index lead_comments_of_lead on lead_comments (business_id, lead_id);

-- The worker erases whatever bears a business: each table that is there already, and those to come.
do $$ declare t text; begin
  for t in
    select c.relname from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'business_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
  loop
    execute format('grant delete on %I to leadline_worker', t);
  end loop;
end $$;
alter default privileges in schema public grant delete on tables to leadline_worker;
grant update (erasing_since) on businesses to leadline_worker;
grant update (suspended_at) on memberships to leadline_worker;
grant update (last_business_id) on users to leadline_worker;

grant create on schema public to leadline_search;
set local role leadline_search;

-- As before, and: a key of a business that is being erased is nobody's.
drop function find_api_key(bytea);
create function find_api_key(wanted bytea)
  returns table (id uuid, business_id uuid, scopes text[], campaign_ids uuid[], rate_per_minute int, is_active boolean,
    is_closing boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
  select k.id, k.business_id, k.scopes, k.campaign_ids, k.rate_per_minute, k.is_active, b.closes_at is not null
  from api_keys k join businesses b using (business_id)
  where k.hash = wanted and b.erasing_since is null
$$;

drop function own_businesses();
create function own_businesses()
  returns table (business_id uuid, name text, email text, image text, is_demo boolean, closes_at timestamptz, role text,
    joined_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  select b.business_id, b.name, b.email, b.image, b.is_demo, b.closes_at, m.role, m.joined_at
  from memberships m join businesses b using (business_id)
  where m.user_id = current_person() and m.suspended_at is null
  order by m.joined_at, b.business_id
$$;

-- A closing business takes nothing in.
create or replace function find_form(wanted text)
  returns table (id uuid, business_id uuid, campaign_id uuid, key text, name text, languages text[], fields jsonb, texts jsonb,
    allowed_origins text[], redirect_url text, source text, is_enabled boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
  select f.id, f.business_id, f.campaign_id, f.key, f.name, f.languages, f.fields, f.texts, f.allowed_origins, f.redirect_url,
    f.source, f.is_enabled and b.closes_at is null
  from forms f join businesses b using (business_id)
    join campaigns c on c.business_id = f.business_id and c.id = f.campaign_id
  where f.key = wanted and f.deleted_at is null and c.deleted_at is null and b.erasing_since is null
$$;

revoke all on function find_api_key(bytea), own_businesses() from public;
grant execute on function find_api_key(bytea), own_businesses() to leadline_app;
reset role;
revoke create on schema public from leadline_search;
