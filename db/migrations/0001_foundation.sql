-- What every other file rests on: extensions, the roles' rights in the schema, the scope of a connection, and the policies
-- of tenant tables. A function stands here or beside its table only if a column, an index or a policy is made of it; all
-- others are in db/functions.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

grant usage on schema public to leadline_app, leadline_worker, leadline_search;
-- The worker erases businesses and expires old rows.
alter default privileges in schema public grant delete on tables to leadline_worker;

-- The business and the person that a connection is scoped to. '' (set, then reset) and null (never set) mean none: no rows.
create function current_business() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.business_id', true), '')::uuid;
create function current_person() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.user_id', true), '')::uuid;

-- To be called for each table with business_id: the app sees the rows of the business in scope, the worker sees all, the
-- owner sees none. A migration that changes rows says `set local role leadline_worker`
-- (docs/decisions/0002-tenancy.md).
create procedure isolate_by_business(variadic tables text[]) language plpgsql as $$
declare t text;
begin
  foreach t in array tables loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I to leadline_app using (business_id = current_business())', t);
    execute format('create policy every_tenant on %I to leadline_worker using (true)', t);
    execute format('grant select on %I to leadline_worker', t);
  end loop;
end $$;
revoke all on procedure isolate_by_business from public;
