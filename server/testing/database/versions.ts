import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, inject, onTestFinished } from 'vitest'
import { withClient } from '../../platform/db/connections.ts'
import { prepareDatabase } from '../../platform/db/migrations/migrate.ts'
import { rolePasswords } from '../../platform/db/roles.ts'

/** A version of the product: its folder of SQL, and how it prepares a database. */
export async function version() {
  const path = await mkdtemp(join(tmpdir(), 'leadline-sql-'))
  onTestFinished(() => rm(path, { recursive: true }))
  await cp(new URL('../../../db/', import.meta.url), path, {
    recursive: true,
    filter: (file) => !/demo|seed/.test(file),
  })
  const prepare = (ownerUrl: string) =>
    prepareDatabase({ ownerUrl, ...rolePasswords('of the tests'), folder: pathToFileURL(`${path}/`) })
  return {
    prepare,
    write: (file: string, text: string) => writeFile(join(path, file), text),
    change: async (file: string, from: string, to: string) => {
      const text = await readFile(join(path, file), 'utf8')
      expect(text).toContain(from)
      await writeFile(join(path, file), text.replaceAll(from, to))
    },
    remove: (file: string) => rm(join(path, file)),
  }
}

/** The owner's address of a new database. */
export async function emptyDatabase(name: string) {
  const { adminUrl, ownerUrl, prefix } = inject('databases')
  const database = `${prefix}${name}`
  await withClient(adminUrl, async (admin) => {
    // A test that is run once more begins with an empty one, too.
    await admin.query(`drop database if exists ${database} with (force)`)
    await admin.query(`create database ${database} owner leadline_owner`)
  })
  return Object.assign(new URL(ownerUrl), { pathname: `/${database}` }).href
}
