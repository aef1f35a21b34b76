import type pg from 'pg'
import { withClient } from '../../platform/db/connections.ts'

type Table = { name: string; columns: string }

/**
 * Copies all rows and sequences of a database into another with the same tables, like restoring a dump: the same rows
 * in a cluster with its own transaction ids. Both URLs need a superuser.
 */
export const copyDatabase = (from: string, to: string): Promise<void> =>
  withClient(from, (source) =>
    withClient(to, async (target) => {
      await source.query('begin isolation level repeatable read read only')
      await target.query('set session_replication_role = replica') // neither triggers nor foreign keys
      const tables = await tablesOf(source)
      await target.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
      for (const table of tables) await copyTable(source, target, table)
      await copySequences(source, target)
      await source.query('commit')
    }),
  )

const PLACES = `relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)`

async function tablesOf(source: pg.Client): Promise<Table[]> {
  const { rows } = await source.query<Table>(`
    select c.oid::regclass::text as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.${PLACES} and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.oid order by 1`)
  return rows
}

async function copyTable(source: pg.Client, target: pg.Client, { name, columns }: Table) {
  const { rows } = await source.query<{ rows: string | null }>(
    `select jsonb_agg(to_jsonb(t))::text as rows from (select ${columns} from ${name}) t`,
  )
  await target.query(
    `insert into ${name} (${columns}) overriding system value
     select ${columns} from jsonb_populate_recordset(null::${name}, $1::jsonb)`,
    [rows[0]?.rows ?? '[]'],
  )
}

async function copySequences(source: pg.Client, target: pg.Client) {
  const { rows } = await source.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where ${PLACES} and relkind = 'S'`,
  )
  for (const { name } of rows) {
    const last = await source.query<{ last_value: string; is_called: boolean }>(
      `select last_value::text, is_called from ${name}`,
    )
    await target.query('select setval($1::regclass, $2::bigint, $3)', [
      name,
      last.rows[0]?.last_value,
      last.rows[0]?.is_called,
    ])
  }
}
