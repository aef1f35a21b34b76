import type { TestProject } from 'vitest/node'
import { withClient } from '../platform/db/connections.ts'
import { type Embedded, startEmbedded } from '../platform/db/embedded.ts'
import { prepareDatabase } from '../platform/db/migrations/migrate.ts'
import { makeOwnedDatabase } from '../platform/db/open-database.ts'
import { rolePasswords } from '../platform/db/roles.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databases: {
      adminUrl: string
      ownerUrl: string
      appUrl: string
      workerUrl: string
      template: string
      prefix: string
    }
  }
}

/**
 * One database server for all runs of this worktree; databases are named after the process, so concurrent runs do not
 * conflict.
 */
export default async function setup(project: TestProject) {
  const engine = await startEmbedded('.data-test', { durable: false })
  const prefix = `test_${process.pid}_`
  const template = `${prefix}template`
  await dropDatabases(engine, (pid) => pid === process.pid || !isAlive(pid))
  const ownerUrl = await makeOwnedDatabase(engine, template)
  const urls = await prepareDatabase({ ownerUrl, ...rolePasswords('of the tests') })
  project.provide('databases', { adminUrl: engine.url('postgres'), ownerUrl, ...urls, template, prefix })
  return async () => {
    const othersAtWork = await dropDatabases(engine, (pid) => pid === process.pid || !isAlive(pid))
    if (!othersAtWork) await engine.stop('now')
  }
}

/** Returns whether databases are left. */
const dropDatabases = (engine: Embedded, condition: (pid: number) => boolean): Promise<boolean> =>
  withClient(engine.url('postgres'), async (admin) => {
    const { rows } = await admin.query<{ datname: string }>(
      "select datname from pg_database where datname like 'test\\_%'",
    )
    const useless = rows.filter(({ datname }) => condition(Number(datname.split('_')[1])))
    for (const { datname } of useless) await admin.query(`drop database if exists ${datname} with (force)`)
    return rows.length > useless.length
  })

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
