import type pg from 'pg'

/**
 * Tables with business_id that are not protected: without row-level security, with one that the owner bypasses, or
 * without an app policy on business or person.
 */
export async function openTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select c.relname as name
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'business_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not (c.relrowsecurity and c.relforcerowsecurity and exists (
        select from pg_policies p
        where p.schemaname = 'public' and p.tablename = c.relname and p.roles @> array['leadline_app']::name[]
          and coalesce(p.qual, p.with_check) ~ 'current_business|current_person'))
    order by 1`)
  return rows.map(({ name }) => name)
}

/** Policies of the app that do not check the business or person. */
export async function openPolicies(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select tablename || '.' || policyname as name from pg_policies
    where roles && array['leadline_app', 'public']::name[]
      and not coalesce(qual, with_check) ~ 'current_business|current_person'
    order by 1`)
  return rows.map(({ name }) => name)
}

/** Roles of the product that bypass row-level security. */
export async function unboundRoles(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select rolname as name from pg_roles where rolname like 'leadline\\_%' and (rolsuper or rolbypassrls) order by 1`)
  return rows.map(({ name }) => name)
}

/**
 * Security-definer functions without `search_path=public, pg_temp`, which would search the caller's temporary schema
 * first.
 */
export async function misleadableFunctions(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select oid::regprocedure::text as name from pg_proc
    where prosecdef and pronamespace = 'public'::regnamespace
      and 'search_path=public, pg_temp' <> all (coalesce(proconfig, '{}'))
    order by 1`)
  return rows.map(({ name }) => name)
}
