import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

export type SqlFile = { name: string; statements: string; checksum: string }

/** The SQL files of a folder, in the order of their names. */
export async function sqlFiles(folder: URL): Promise<SqlFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const statements = await readFile(new URL(name, folder), 'utf8')
      return { name, statements, checksum: checksumOf(statements) }
    }),
  )
}

/** Independent of the line endings of a checkout. */
const checksumOf = (statements: string) =>
  createHash('sha256').update(statements.replaceAll('\r\n', '\n')).digest('hex')
