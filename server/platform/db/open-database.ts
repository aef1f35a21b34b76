import { createHmac } from 'node:crypto'
import { withClient } from './connections.ts'
import { type Embedded, startEmbedded } from './embedded.ts'
import type { WatchOptions } from './engine-watch.ts'
import { type DatabaseUrls, prepareDatabase } from './migrations/migrate.ts'
import { PoolerError, refusePooler } from './pooler.ts'
import { rolePasswords } from './roles.ts'

type DatabaseOptions = {
  dataDir: string
  secretKey: string
  databaseUrl?: string | undefined
  appDatabaseUrl?: string | undefined
  workerDatabaseUrl?: string | undefined
}

export type Database = DatabaseUrls & {
  /** The owner of the tables: for migrations and the operator's commands. */
  ownerUrl: string
  /** Set if the embedded PostgreSQL is used. */
  embedded?: Embedded
  /** Call after all connections are closed. */
  stop: () => Promise<void>
}

/** The migrated database: that of DATABASE_URL, else the embedded PostgreSQL with its data in the data folder. */
export async function openDatabase(
  { dataDir, secretKey, databaseUrl, appDatabaseUrl, workerDatabaseUrl }: DatabaseOptions,
  /** For long-running processes: restarts the embedded PostgreSQL if it stopped unexpectedly. */
  watch?: WatchOptions,
): Promise<Database> {
  const given = { ...rolePasswords(secretKey), appUrl: appDatabaseUrl, workerUrl: workerDatabaseUrl }
  if (databaseUrl) {
    await refusePoolers({ databaseUrl, appDatabaseUrl, workerDatabaseUrl })
    const urls = await prepareDatabase({ ownerUrl: databaseUrl, ...given })
    // Checked for each role, because a pooler may be configured per role.
    await refusePooler(appDatabaseUrl ? 'APP_DATABASE_URL' : 'DATABASE_URL', urls.appUrl)
    await refusePooler(workerDatabaseUrl ? 'WORKER_DATABASE_URL' : 'DATABASE_URL', urls.workerUrl)
    return { ...urls, ownerUrl: databaseUrl, stop: async () => {} }
  }
  const embedded = await startEmbedded(dataDir, watch && { watch })
  try {
    const ownerUrl = await makeOwnedDatabase(embedded, 'leadline')
    return { ...(await prepareDatabase({ ownerUrl, ...given })), ownerUrl, embedded, stop: embedded.stop }
  } catch (error) {
    await embedded.stop()
    throw error
  }
}

type Addresses = Pick<DatabaseOptions, 'databaseUrl' | 'appDatabaseUrl' | 'workerDatabaseUrl'>

/** Checks the given addresses before anything is changed. */
async function refusePoolers({ databaseUrl, appDatabaseUrl, workerDatabaseUrl }: Addresses) {
  if (databaseUrl) await refusePooler('DATABASE_URL', databaseUrl)
  const others = { APP_DATABASE_URL: appDatabaseUrl, WORKER_DATABASE_URL: workerDatabaseUrl }
  for (const [setting, url] of Object.entries(others)) {
    if (!url) continue
    await refusePooler(setting, url).catch((error: unknown) => {
      // The role may not exist until the database is prepared; the check is repeated then.
      if (error instanceof PoolerError) throw error
    })
  }
}

/** Creates an owner that may create roles, and its database, as an administrator would. */
export async function makeOwnedDatabase(embedded: Embedded, database: string): Promise<string> {
  const password = createHmac('sha256', embedded.password).update('leadline_owner').digest('base64url')
  await withClient(embedded.url('postgres'), async (admin) => {
    await admin.query("select pg_advisory_lock(hashtext('leadline owner'))")
    const roles = await admin.query("select from pg_roles where rolname = 'leadline_owner'")
    if (!roles.rowCount) await admin.query(`create role leadline_owner login createrole password '${password}'`)
    const databases = await admin.query('select from pg_database where datname = $1', [database])
    if (!databases.rowCount)
      await admin.query(`create database ${admin.escapeIdentifier(database)} owner leadline_owner`)
  })
  return embedded.url(database, { name: 'leadline_owner', password })
}
