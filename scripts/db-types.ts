import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { withClient } from '../server/platform/db/connections.ts'
import { startEmbedded } from '../server/platform/db/embedded.ts'
import { prepareDatabase } from '../server/platform/db/migrations/migrate.ts'
import { makeOwnedDatabase } from '../server/platform/db/open-database.ts'
import { rolePasswords } from '../server/platform/db/roles.ts'

const root = new URL('../', import.meta.url)
const HEADING = '/** Written by `npm run db:types` from the migrated database. */\n'
/** Types returned by the driver (server/platform/db/connections.ts). */
const TYPES = { timestamptz: 'string', int8: 'number', date: 'string' }

export const typesFile = new URL('server/platform/db/schema.ts', root)

/** TypeScript types of a migrated database's tables, as the file's content. */
export async function generateTypes(ownerUrl: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'leadline-types-'))
  try {
    const file = join(folder, 'schema.ts')
    const options = ['--dialect', 'postgres', '--date-parser', 'string', '--exclude-pattern', 'graphile_worker.*']
    const wanted = ['--type-mapping', JSON.stringify(TYPES), '--url', ownerUrl, '--out-file', file]
    const cli = new URL('node_modules/kysely-codegen/dist/cli/bin.js', root).pathname
    await promisify(execFile)(process.execPath, [cli, ...options, ...wanted])
    return HEADING + (await readFile(file, 'utf8')).replace(/^\/\*\*[\s\S]*?\*\/\s*/, '')
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Migrates a temporary database and writes its types. */
async function writeTypes() {
  const database = `types_${process.pid}`
  const engine = await startEmbedded('.data-test', { durable: false })
  try {
    const ownerUrl = await makeOwnedDatabase(engine, database)
    await prepareDatabase({ ownerUrl, ...rolePasswords('of the tests') })
    await writeFile(typesFile, await generateTypes(ownerUrl))
    await withClient(engine.url('postgres'), (admin) => admin.query(`drop database ${database} with (force)`))
  } finally {
    await engine.stop()
  }
}

if (import.meta.main) await writeTypes()
