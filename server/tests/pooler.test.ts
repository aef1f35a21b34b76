import { describe, expect, inject, test } from 'vitest'
import { withClient } from '../platform/db/connections.ts'
import { openDatabase } from '../platform/db/open-database.ts'
import { findPgBouncer, startPgBouncer } from '../testing/database/pgbouncer.ts'
import { testDatabase } from '../testing/database/test-db.ts'
import { testApp } from '../testing/test-app.ts'
import { testLeads } from '../testing/test-leads.ts'
import { openStream } from '../testing/test-stream.ts'
import { waitFor } from '../testing/wait-for.ts'

const pgBouncer = findPgBouncer()
const { adminUrl, prefix } = inject('databases')

/** An empty database as an operator creates it, with the addresses of the three roles. */
async function emptyDatabase(name: string) {
  await withClient(adminUrl, (admin) => admin.query(`create database ${prefix}${name} owner leadline_owner`))
  const { ownerUrl, appUrl, workerUrl } = inject('databases')
  const at = (url: string) => Object.assign(new URL(url), { pathname: `/${prefix}${name}` }).href
  return { ownerUrl: at(ownerUrl), appUrl: at(appUrl), workerUrl: at(workerUrl) }
}
type Urls = Awaited<ReturnType<typeof emptyDatabase>>

const start = ({ ownerUrl, appUrl, workerUrl }: Urls) =>
  openDatabase({
    dataDir: '.data-test',
    secretKey: 'of the tests',
    databaseUrl: ownerUrl,
    appDatabaseUrl: appUrl,
    workerDatabaseUrl: workerUrl,
  })

/** Objects that a start could have left in the database. */
const traces = ({ ownerUrl }: Urls) =>
  withClient(ownerUrl, async (owner) => {
    const { rows } = await owner.query<{ tables: number; locks: number }>(`select
      (select count(*)::int from pg_class where relnamespace = 'public'::regnamespace) as tables,
      (select count(*)::int from pg_locks where locktype = 'advisory'
        and database = (select oid from pg_database where datname = current_database())) as locks`)
    return rows[0]
  })

const poolers = [
  { title: 'in transaction mode', settings: { pool_mode: 'transaction' } },
  {
    title: 'in transaction mode that ignores options',
    settings: { pool_mode: 'transaction', ignore_startup_parameters: 'options,extra_float_digits' },
  },
  { title: 'in statement mode', settings: { pool_mode: 'statement' } },
] as const
const addresses = [
  ['DATABASE_URL', 'ownerUrl'],
  ['APP_DATABASE_URL', 'appUrl'],
  ['WORKER_DATABASE_URL', 'workerUrl'],
] as const

describe.runIf(pgBouncer)('a PgBouncer', () => {
  test.each(poolers)('$title is refused for each address by name, and nothing is changed', async ({ settings }) => {
    const direct = await emptyDatabase(`pooled_${poolers.findIndex((one) => one.settings === settings)}`)
    const { through, stop } = await startPgBouncer(pgBouncer ?? '', Object.values(direct), settings)
    for (const [setting, key] of addresses) {
      const refused = await start({ ...direct, [key]: through(direct[key]) }).then(
        () => 'It starts',
        (error: Error) => error.message,
      )
      expect(refused).toMatch(new RegExp(`^${setting} leads to a connection pooler .+ session mode.*\\.$`))
      expect(refused.split('\n')).toHaveLength(1)
    }
    await stop()
    expect(await traces(direct)).toEqual({ tables: 0, locks: 0 })
  })

  test('transaction mode with a single connection is refused, too', async () => {
    const direct = await emptyDatabase('scarce')
    const settings = { pool_mode: 'transaction', default_pool_size: 1 } as const
    const { through, stop } = await startPgBouncer(pgBouncer ?? '', Object.values(direct), settings)
    await expect(start({ ...direct, ownerUrl: through(direct.ownerUrl) })).rejects.toThrow(
      /^DATABASE_URL leads to a connection pooler that does not serve two clients at once/,
    )
    await stop()
    expect(await traces(direct)).toEqual({ tables: 0, locks: 0 })
  })

  test('transaction mode is refused if the logins of both roles derive from DATABASE_URL, too', async () => {
    const direct = await testDatabase()
    const { through, stop } = await startPgBouncer(pgBouncer ?? '', Object.values(direct), { pool_mode: 'transaction' })
    const opened = openDatabase({
      dataDir: '.data-test',
      secretKey: 'of the tests',
      databaseUrl: through(direct.ownerUrl),
    })
    await expect(opened).rejects.toThrow(/^DATABASE_URL leads to a connection pooler/)
    await stop()
  })

  test.each([undefined, 'options'])('session mode works for a whole lead (ignoring %s)', async (ignored) => {
    const direct = await testDatabase()
    const { through } = await startPgBouncer(pgBouncer ?? '', Object.values(direct), {
      pool_mode: 'session',
      ...(ignored && { ignore_startup_parameters: ignored }),
    })
    const { ownerUrl, appUrl, workerUrl } = direct
    const pooled = { ownerUrl: through(ownerUrl), appUrl: through(appUrl), workerUrl: through(workerUrl) }
    const { stop, ...urls } = await start(pooled)
    const app = await testApp({ urls: { ...urls, adminUrl: direct.adminUrl } })
    const leads = testLeads(app)
    const business = await app.newBusiness()
    const owner = await business.member('Owner')
    const stream = await openStream(await app.listen(), owner.authorization)
    await stream.heard('ready')
    const { _id } = await leads.add(await business.apiKey(), { campaignId: business.campaignId })
    await waitFor(() => stream.changes().some(({ leadId }) => leadId === _id))
    await leads.relayed()
    expect(stream.notifications().map(({ content }) => content.leadId)).toEqual([_id])
    expect(Object.values(await leads.counts(owner))).toEqual([1])
    expect((await leads.change(owner, _id, { name: 'Noa' })).status).toBe(200)
    expect((await leads.get(owner, _id)).body.lead).toMatchObject({ name: 'Noa' })
    expect(app.errors).toEqual([])
    stream.close()
    await app.close()
    await stop()
  })
})

test('the migration lock is released at once, also after a failed start', async () => {
  const direct = await emptyDatabase('unlocked')
  await start(direct)
  await withClient(direct.ownerUrl, (owner) => owner.query("update migrations set checksum = 'of another text'"))
  await expect(start(direct)).rejects.toThrow(/was changed after it had run/)
  expect(await traces(direct)).toMatchObject({ locks: 0 })
})
