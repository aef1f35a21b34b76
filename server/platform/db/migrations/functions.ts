import type pg from 'pg'
import { type SqlFile, sqlFiles } from './sql-files.ts'

type Applied = { name: string; checksum: string; functions: string[] }

/**
 * Applies the files of functions that changed since the last start, or all of them, and drops the functions of removed
 * files. Runs in the caller's transaction.
 */
export async function applyFunctions(owner: pg.Client, folder: URL, all: boolean): Promise<void> {
  const { rows: applied } = await owner.query<Applied>('select name, checksum, functions from function_files')
  const files = await sqlFiles(folder)
  const outdated = applied.filter((file) => all || !isAmong(files, file))
  const pending = files.filter((file) => all || !isAmong(applied, file))
  if (!outdated.length && !pending.length) return
  const replaced = outdated.flatMap(({ functions }) => functions)
  // `create or replace` cannot change the result type or parameter names, so these functions are dropped first. Trigger
  // functions have neither and are in use, so they are kept.
  await drop(owner, replaced, "prorettype <> 'trigger'::regtype")
  await owner.query('delete from function_files where name = any ($1)', [outdated.map(({ name }) => name)])
  await create(owner, pending)
  await drop(owner, replaced, 'xmin <> pg_current_xact_id()::xid')
}

const isAmong = (files: Pick<SqlFile, 'name' | 'checksum'>[], file: Pick<SqlFile, 'name' | 'checksum'>) =>
  files.some(({ name, checksum }) => name === file.name && checksum === file.checksum)

async function drop(owner: pg.Client, signatures: string[], condition: string) {
  const { rows } = await owner.query<{ list: string | null }>(
    `select string_agg(oid::regprocedure::text, ', ') as list from pg_proc
     where oid in (select to_regprocedure(signature) from unnest($1::text[]) signature) and ${condition}`,
    [signatures],
  )
  if (rows[0]?.list) await owner.query(`drop function ${rows[0].list}`)
}

async function create(owner: pg.Client, files: SqlFile[]) {
  await owner.query('set local check_function_bodies = off') // a body may name functions of later files
  await owner.query('grant create on schema public to leadline_search')
  let written = await writtenFunctions(owner)
  for (const { name, statements, checksum } of files) {
    await owner.query(statements).catch((error: Error) => {
      throw new Error(`The functions of ${name} could not be applied: ${error.message}`, { cause: error })
    })
    const now = await writtenFunctions(owner)
    const functions = now.filter((signature) => !written.includes(signature))
    await owner.query('insert into function_files values ($1, $2, $3)', [name, checksum, functions])
    written = now
  }
  await owner.query('revoke create on schema public from leadline_search')
}

/** The functions that this transaction has created or replaced. */
async function writtenFunctions(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ signature: string }>(
    `select oid::regprocedure::text as signature from pg_proc
     where pronamespace = 'public'::regnamespace and xmin = pg_current_xact_id()::xid`,
  )
  return rows.map(({ signature }) => signature)
}
