import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { withClient } from '../connections.ts'
import { keepEventEpoch } from '../event-epoch.ts'
import { makeRoles, type RolePasswords, urlFor } from '../roles.ts'
import { applyFunctions } from './functions.ts'
import { type SqlFile, sqlFiles } from './sql-files.ts'

const OLDEST_SERVER = 170_000
/** Holds `migrations/` and `functions/`. */
const OWN_FOLDER = new URL('../../../../db/', import.meta.url)

export type DatabaseUrls = { appUrl: string; workerUrl: string }
type MigrateOptions = RolePasswords & {
  ownerUrl: string
  /** Logins created by the operator, used instead of those created here. */
  appUrl?: string | undefined
  workerUrl?: string | undefined
  folder?: URL
}

/**
 * Prepares a database for this version and returns the URLs of its processes: checks the server, creates missing roles,
 * runs missing migrations and applies changed functions. Several processes may run it at once.
 */
export async function prepareDatabase({
  ownerUrl,
  appPassword,
  workerPassword,
  folder = OWN_FOLDER,
  ...given
}: MigrateOptions): Promise<DatabaseUrls> {
  const app = { name: 'leadline_app', password: appPassword, url: urlFor(ownerUrl, 'leadline_app', appPassword) }
  const worker = {
    name: 'leadline_worker',
    password: workerPassword,
    url: urlFor(ownerUrl, 'leadline_worker', workerPassword),
  }
  const { appUrl = app.url, workerUrl = worker.url } = given
  await withClient(ownerUrl, async (owner) => {
    await owner.query("select pg_advisory_lock(hashtext('leadline migrations'))")
    try {
      const files = await sqlFiles(new URL('migrations/', folder))
      await refuseOtherVersion(owner, files)
      await checkServer(owner)
      await makeRoles(
        owner,
        [app, worker].filter(({ url }) => url === appUrl || url === workerUrl),
      )
      await migrate(owner, files, folder)
      await keepEventEpoch(owner)
      await migrateJobs(owner, ownerUrl)
    } finally {
      // A pooler may keep the connection open, and its lock with it. A lost connection has released the lock.
      await owner.query("select pg_advisory_unlock(hashtext('leadline migrations'))").catch(() => {})
    }
  })
  return { appUrl, workerUrl }
}

async function checkServer(owner: pg.Client) {
  const { rows } = await owner.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  )
  const version = rows[0]?.version ?? 0
  if (version < OLDEST_SERVER)
    throw new Error(`Leadline needs PostgreSQL 17 or newer; DATABASE_URL leads to ${Math.floor(version / 10_000)}.`)
  await owner.query('create extension if not exists pg_trgm')
  const hebrew = await owner.query<{ trigrams: string[] }>("select show_trgm('שלום') as trigrams")
  if (hebrew.rows[0]?.trigrams.length) return
  throw new Error(
    `The database ${owner.database} finds no trigrams in Hebrew, so every search would read every row. ` +
      "Create it again: create database leadline template template0 encoding 'UTF8' locale 'C.UTF-8'",
  )
}

/** Refuses a database that holds migrations unknown to this version, before anything is changed. */
async function refuseOtherVersion(owner: pg.Client, files: SqlFile[]) {
  const exists = await owner.query<{ exists: boolean }>("select to_regclass('migrations') is not null as exists")
  if (!exists.rows[0]?.exists) return
  const { rows } = await owner.query<{ name: string }>(
    'select name from migrations where name <> all ($1) order by 1',
    [files.map(({ name }) => name)],
  )
  if (!rows[0]) return
  throw new Error(
    `The database ${owner.database} was made by another version of Leadline (this one does not know its migration ${rows[0].name}) ` +
      'and was left as it is: start the version that made it, or give this one an empty database (docs/operations.md, Upgrade).',
  )
}

/** Runs missing migrations and applies functions, all in one transaction. */
async function migrate(owner: pg.Client, files: SqlFile[], folder: URL) {
  await owner.query(`
    create table if not exists migrations (name text primary key, at timestamptz not null default now(), checksum text not null);
    create table if not exists function_files (name text primary key, checksum text not null, functions text[] not null)`)
  const { rows } = await owner.query<Pick<SqlFile, 'name' | 'checksum'>>('select name, checksum from migrations')
  const done = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  await owner.query('begin')
  try {
    let ran = false
    for (const file of files) {
      if (done.has(file.name)) refuseChanged(owner, file, done.get(file.name))
      else {
        await run(owner, file)
        ran = true
      }
    }
    // A migration may have dropped functions, or changed the types and tables that they use.
    await applyFunctions(owner, new URL('functions/', folder), ran)
    await owner.query('commit')
  } catch (error) {
    await owner.query('rollback')
    throw error
  }
}

async function run(owner: pg.Client, { name, statements, checksum }: SqlFile) {
  await owner.query(statements).catch((error: Error) => {
    throw new Error(`Migration ${name} failed: ${error.message}`, { cause: error })
  })
  await owner.query('reset role')
  await owner.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
}

/** Refuses a file that changed after it ran: this database would silently differ from every new one. */
function refuseChanged(owner: pg.Client, { name, checksum }: SqlFile, before: string | undefined) {
  if (before === checksum) return
  throw new Error(
    `Migration ${name} was changed after it had run on the database ${owner.database}. ` +
      'Put the file back as it was and write the change into a new migration.',
  )
}

/** The queue creates its schema, as the worker. `create schema if not exists` needs CREATE even if the schema exists. */
async function migrateJobs(owner: pg.Client, ownerUrl: string) {
  const database = owner.escapeIdentifier(owner.database ?? '')
  const asWorker = new pg.Pool({
    connectionString: ownerUrl,
    max: 1,
    onConnect: (client) => client.query('set role leadline_worker'),
  })
  asWorker.on('error', () => {}).on('connect', (client) => client.on('error', () => {})) // the queue requires both
  await owner.query(`grant create on database ${database} to leadline_worker`)
  try {
    await runMigrations({ pgPool: asWorker })
  } finally {
    await owner.query(`revoke create on database ${database} from leadline_worker`)
    await asWorker.end()
  }
}
