import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'

/** Normalized for the search: without separators between digits, in lower case. */
const squeezed = (text: string) => text.toLowerCase().replace(/[\s().+/-]/g, '')

/**
 * For each text, the tables and columns of the whole database that contain it, including texts stored as bytes and
 * waiting jobs. Phones are found by their digits in any format.
 */
export async function tablesWith(admin: pg.Client, texts: readonly string[]): Promise<Record<string, string[]>> {
  const { rows: tables } = await admin.query<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'm') and n.nspname not in ('pg_catalog', 'information_schema') order by 1`)
  const wanted = [texts, texts.map(squeezed), texts.map((text) => Buffer.from(text).toString('hex'))]
  const found: Record<string, string[]> = Object.fromEntries(texts.map((text) => [text, []]))
  for (const { name } of tables) {
    const { rows } = await admin.query<{ text: string; columns: string[] }>(
      `select wanted.text, array_agg(distinct held.key order by held.key) as columns
        from ${name} t, jsonb_each_text(to_jsonb(t)) held, unnest($1::text[], $2::text[], $3::text[]) wanted(text, plain, bytes)
        where position(wanted.plain in lower(regexp_replace(held.value, '[\\s().+/-]', '', 'g'))) > 0
          or position(wanted.bytes in held.value) > 0
        group by 1`,
      wanted,
    )
    for (const { text, columns } of rows) found[text]?.push(`${name} (${columns.join(', ')})`)
  }
  return found
}

/** Paths of files below a folder that contain these bytes. */
export async function filesWith(folder: string, bytes: Buffer): Promise<string[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const found: string[] = []
  for (const entry of names) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    if ((await readFile(path)).includes(bytes)) found.push(path)
  }
  return found
}
