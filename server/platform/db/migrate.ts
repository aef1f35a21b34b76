import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { withClient } from './connections.ts'
import { keepEventEpoch } from './event-epoch.ts'
import { makeRoles, type RolePasswords, urlFor } from './roles.ts'

const OLDEST_SERVER = 170_000
const folder = new URL('../../../db/migrations/', import.meta.url)

export type DatabaseUrls = { appUrl: string; workerUrl: string }
type MigrateOptions = RolePasswords & {
  ownerUrl: string
  /** Logins created by the operator, used instead of those created here. */
  appUrl?: string | undefined
  workerUrl?: string | undefined
}

/**
 * Prepares a database for this version and returns the URLs of its processes: checks the server, creates missing roles and
 * runs missing migrations. Several processes may run it at once.
 */
export async function prepareDatabase({
  ownerUrl,
  appPassword,
  workerPassword,
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
      await checkServer(owner)
      await makeRoles(
        owner,
        [app, worker].filter(({ url }) => url === appUrl || url === workerUrl),
      )
      await migrate(owner)
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

/** Runs each file in its own transaction, which also records the file's name and checksum. */
async function migrate(owner: pg.Client) {
  await owner.query(
    'create table if not exists migrations (name text primary key, at timestamptz not null default now())',
  )
  await owner.query('alter table migrations add column if not exists checksum text')
  const { rows } = await owner.query<Done>('select name, checksum from migrations')
  const done = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  for (const name of files) {
    const statements = await readFile(new URL(name, folder), 'utf8')
    const checksum = checksumOf(statements)
    if (done.has(name)) {
      await compare(owner, { name, checksum: done.get(name) ?? null }, checksum)
      continue
    }
    try {
      await owner.query('begin')
      await owner.query(statements)
      await owner.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
      await owner.query('commit')
    } catch (error) {
      await owner.query('rollback')
      throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
    }
  }
}

type Done = { name: string; checksum: string | null }

/** Independent of the line endings of a checkout. */
const checksumOf = (statements: string) =>
  createHash('sha256').update(statements.replaceAll('\r\n', '\n')).digest('hex')

/** Refuses a file that changed after it ran: this database would silently differ from every new one. */
async function compare(owner: pg.Client, { name, checksum: before }: Done, checksum: string) {
  if (before === checksum) return
  if (before === null) return owner.query('update migrations set checksum = $2 where name = $1', [name, checksum])
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
