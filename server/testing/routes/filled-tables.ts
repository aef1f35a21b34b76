import type pg from 'pg'

type Column = { table: string; column: string; type: string }

/** Tables with a business_id, from the catalogue. */
export async function tenantTables(admin: pg.Client): Promise<string[]> {
  const { rows } = await admin.query<{ name: string }>(`
    select c.relname as name from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'business_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`)
  return rows.map(({ name }) => name)
}

/** Number of the business's rows in each table. */
export async function rowsOf(admin: pg.Client, businessId: string, tables: string[]): Promise<Record<string, number>> {
  const each = tables.map((table) => `select '${table}' as name, count(*)::int from ${table} where business_id = $1`)
  const { rows } = await admin.query<{ name: string; count: number }>(each.join(' union all '), [businessId])
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

/**
 * Inserts rows of a business into every table with a business_id, as a superuser, without policies, references or
 * triggers; their values mean nothing.
 */
export async function fillTables(admin: pg.Client, businessId: string, count: number): Promise<void> {
  const columns = await neededColumns(admin)
  await admin.query("set session_replication_role = 'replica'")
  const needs = Map.groupBy(columns, (column) => column.table)
  for (const table of await tenantTables(admin)) {
    const needed = needs.get(table) ?? []
    const names = needed.map(({ column }) => column)
    const values = needed.map(({ type }) => valueFor(type))
    await dropChecks(admin, table)
    await admin.query(
      `insert into ${table} (${['business_id', ...names].join(', ')})
        select $1${values.map((value) => `, ${value}`).join('')} from generate_series(1, $2) n on conflict do nothing`,
      [businessId, count],
    )
  }
  await admin.query("set session_replication_role = 'origin'")
}

async function neededColumns(admin: pg.Client) {
  const { rows } = await admin.query<Column>(`
    select c.relname as table, n.attname as column, format_type(n.atttypid, null) as type
    from pg_class c
      join pg_attribute b on b.attrelid = c.oid and b.attname = 'business_id' and not b.attisdropped
      join pg_attribute n on n.attrelid = c.oid and n.attnum > 0 and n.attname <> 'business_id' and not n.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and n.attnotnull and not n.atthasdef
      and n.attidentity = ''
    order by c.relname`)
  return rows
}

async function dropChecks(admin: pg.Client, table: string) {
  const { rows } = await admin.query<{ conname: string }>(
    "select conname from pg_constraint where contype = 'c' and conrelid = $1::regclass",
    [table],
  )
  for (const { conname } of rows) await admin.query(`alter table ${table} drop constraint ${conname}`)
}

const values: Record<string, string> = {
  uuid: 'gen_random_uuid()',
  text: "'x' || n || gen_random_uuid()",
  bytea: "decode(md5(n || gen_random_uuid()::text), 'hex')",
  json: "'{}'",
  jsonb: "'{}'",
  boolean: 'true',
  date: "date '2020-01-01' + n::int",
  'timestamp with time zone': "now() + n * interval '1 ms'",
}
const valueFor = (type: string) => values[type] ?? (type.endsWith('[]') ? "'{}'" : 'n')
