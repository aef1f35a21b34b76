import { withClient } from '../../platform/db/connections.ts'

/** The schema of a migrated database, one line per part, independent of the order of creation. */
export const catalogueOf = (url: string): Promise<string[]> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ line: string }>(`
      with relations as (
        select oid, relname, relkind, relowner, relacl, reloptions, relrowsecurity, relforcerowsecurity from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'c', 'S')),
      functions as (
        select p.* from pg_proc p where p.pronamespace = 'public'::regnamespace
          and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e'))
      select concat_ws(' ', 'relation', relkind, relname, relowner::regrole, relrowsecurity, relforcerowsecurity, reloptions) as line
        from relations
      union all select concat_ws(' ', 'grant', relname, grantee::regrole, privilege_type) from relations, aclexplode(relacl)
      union all select concat_ws(' ', 'column', relname, attnum, attname, format_type(atttypid, atttypmod), attcollation::regcollation,
          attnotnull, attgenerated, pg_get_expr(adbin, adrelid),
          (select array_agg(concat(grantee::regrole, privilege_type) order by 1) from aclexplode(attacl)))
        from relations join pg_attribute a on attrelid = relations.oid and attnum > 0 and not attisdropped
          left join pg_attrdef on adrelid = attrelid and adnum = attnum
      union all select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
        where connamespace = 'public'::regnamespace
      union all select concat_ws(' ', 'index', indexdef) from pg_indexes where schemaname = 'public'
      union all select concat_ws(' ', 'policy', tablename, policyname, cmd, roles, qual, with_check) from pg_policies
      union all select concat_ws(' ', 'view', viewname, definition) from pg_views where schemaname = 'public'
      union all select concat_ws(' ', 'trigger', pg_get_triggerdef(oid), tgenabled) from pg_trigger where not tgisinternal
      union all select concat_ws(' ', 'function', proowner::regrole, proacl, prorows,
          case prokind when 'f' then pg_get_functiondef(oid) else prosrc end) from functions
      union all select concat_ws(' ', 'default grant', defaclrole::regrole, defaclobjtype, defaclacl) from pg_default_acl
      union all select concat_ws(' ', 'extension', extname, extversion) from pg_extension
      union all select concat_ws(' ', 'migration', name, checksum) from migrations
      union all select concat_ws(' ', 'file', name, checksum, functions) from function_files
      order by 1`)
    return rows.map(({ line }) => line)
  })
