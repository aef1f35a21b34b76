import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import { businesses, campaigns, LEADS, people, statuses } from './world.ts'

type Index = { indexname: string; indexdef: string }

/** Fills the database unless it is filled. */
export async function seed(admin: pg.Client) {
  const parts = [
    { file: 'seed.sql', of: 'leads', tables: ['leads', 'lead_choices', 'lead_enquiries', 'events'], rows: LEADS },
    { file: 'seed-calls.sql', of: 'calls', tables: ['calls'], rows: 2 * LEADS },
    { file: 'seed-follow-ups.sql', of: 'follow_ups', tables: ['follow_ups'], rows: Math.min(100_000, LEADS / 10) },
    { file: 'seed-meetings.sql', of: 'meetings', tables: ['meetings', 'meeting_notices'], rows: 10_000 },
  ]
  for (const part of parts) await fill(admin, part)
}

type Part = { file: string; of: string; tables: string[]; rows: number }
/** Creates secondary indexes after the rows, which takes a third of the time. */
async function fill(admin: pg.Client, { file, of, tables, rows }: Part) {
  if ((await admin.query(`select from ${of} limit 1`)).rowCount) return
  console.log(`Making ${rows.toLocaleString('en')} ${of}, once…`)
  const started = performance.now()
  const { rows: indexes } = await admin.query<Index>(
    `select i.indexname, i.indexdef from pg_indexes i
     where i.tablename = any($1) and not exists (select from pg_constraint c where c.conname = i.indexname)`,
    [tables],
  )
  for (const { indexname } of indexes) await admin.query(`drop index ${indexname}`)
  for (const statement of await statementsOf(file)) await admin.query(statement)
  for (const { indexdef } of indexes) await admin.query(indexdef)
  await admin.query('vacuum analyze')
  console.log(`Made in ${Math.round((performance.now() - started) / 1000)} s.`)
}

async function statementsOf(file: string) {
  const list = (ids: string[]) => `'{${ids.join(',')}}'`
  const text = await readFile(new URL(file, import.meta.url), 'utf8')
  const sql = text
    .replaceAll('$businesses', list(businesses))
    .replaceAll('$campaigns', list(campaigns))
    .replaceAll('$statuses', list(statuses))
    .replaceAll('$people', list(people))
    .replaceAll('$leads', String(LEADS))
  return sql.split(/;\n/).filter((statement) => statement.trim())
}
