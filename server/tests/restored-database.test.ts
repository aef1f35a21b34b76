import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chmod, chown, mkdtemp, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withClient } from '../platform/db/connections.ts'
import { type Embedded, startEmbedded } from '../platform/db/embedded.ts'
import { prepareDatabase } from '../platform/db/migrations/migrate.ts'
import { makeOwnedDatabase } from '../platform/db/open-database.ts'
import { rolePasswords } from '../platform/db/roles.ts'
import { isAfter, type Position, parsePosition } from '../platform/events/position.ts'
import { copyDatabase } from '../testing/database/copy-database.ts'
import { testApp } from '../testing/test-app.ts'
import { testLeads } from '../testing/test-leads.ts'
import { openStream } from '../testing/test-stream.ts'
import { waitFor } from '../testing/wait-for.ts'

/** Positions of epoch n start at n times this. */
const EPOCH = 2n ** 48n
const folders: string[] = []
const engines: Embedded[] = []

async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'leadline-restored-'))
  folders.push(folder)
  // The engine's user must be able to enter, else a link takes the place of the cluster in copies of the folder.
  await chmod(folder, 0o755)
  return join(folder, 'data')
}
const copyFolder = (from: string, to: string) => once(spawn('cp', ['-a', from, to]), 'exit')

async function startCluster(data: string) {
  const engine = await startEmbedded(data, { durable: false })
  engines.push(engine)
  return { engine, data }
}

async function newCluster(copyOf?: string) {
  const data = await newFolder()
  if (copyOf) await copyFolder(copyOf, data)
  return startCluster(data)
}

/** A streaming replica of the cluster, made from a base backup. */
async function newReplica({ engine, data: source }: Awaited<ReturnType<typeof newCluster>>) {
  const data = await newFolder()
  const files = join(data, 'postgres', 'data')
  const write = async (name: string, text: string) => {
    await writeFile(join(files, name), text, { mode: 0o600 })
    const { uid, gid } = await stat(files)
    await chown(join(files, name), uid, gid)
  }
  await withClient(engine.url('postgres'), async (primary) => {
    await primary.query("select pg_backup_start('replica', true)")
    await copyFolder(source, data)
    const { rows } = await primary.query<{ label: string }>('select labelfile as label from pg_backup_stop()')
    await write('backup_label', rows[0]?.label ?? '')
  })
  await rm(join(files, 'postmaster.pid'))
  await write('standby.signal', '')
  const { hostname, port, username, password } = new URL(engine.url('postgres'))
  const conninfo = `host=${hostname} port=${port} user=${username} password=${password}`
  await appendFile(join(files, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`)
  return startCluster(data)
}

/** Prepares a database as every start does. */
async function prepared(engine: Pick<Embedded, 'url' | 'password'>, name: string) {
  const ownerUrl = await makeOwnedDatabase(engine as Embedded, name)
  const urls = await prepareDatabase({ ownerUrl, ...rolePasswords('of the tests') })
  return { ...urls, ownerUrl, adminUrl: engine.url(name) }
}
type Urls = Awaited<ReturnType<typeof prepared>>

/** Empty transactions that advance the cluster's transaction id. */
const burn = (url: string, transactions: number) =>
  withClient(url, (client) =>
    client.query(`do $$ begin for i in 1..${transactions} loop perform pg_current_xact_id(); commit; end loop; end $$`),
  )
const nextXid = (url: string) =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ xid: string }>('select pg_snapshot_xmax(pg_current_snapshot())::text as xid')
    return BigInt(rows[0]?.xid ?? 0)
  })

let first: Awaited<ReturnType<typeof newCluster>>
let installation: Awaited<ReturnType<typeof startInstallation>>

/** An installation with one relayed lead and one that is not relayed yet. */
async function startInstallation(urls: Urls) {
  const app = await testApp({ urls })
  const leads = testLeads(app)
  const business = await app.newBusiness()
  const owner = await business.member('Owner')
  const key = await business.apiKey()
  const add = (name: string) => leads.add(key, { name, campaignId: business.campaignId })
  await add('Before')
  await leads.relayed()
  const stream = await openStream(await app.listen(), owner.authorization)
  const [ready] = await stream.heard('ready')
  await leads.withoutRelay(async () => {
    await add('Unrelayed')
    await app.close()
  })
  return { business, owner, key, position: ready?.data as string }
}

beforeAll(async () => {
  first = await newCluster()
  const urls = await prepared(first.engine, 'leadline')
  await burn(urls.adminUrl, 20_000)
  installation = await startInstallation(urls)
}, 120_000)
afterAll(async () => {
  for (const engine of engines) await engine.stop('now').catch(() => {})
  for (const folder of folders) {
    await rm(await realpath(join(folder, 'data', 'postgres')).catch(() => folder), { recursive: true, force: true })
    await rm(folder, { recursive: true, force: true })
  }
})

/** Starts on this database, sends a lead, and returns the Owner's notifications and counters. */
async function continueOn(urls: Urls) {
  const app = await testApp({ urls })
  const leads = testLeads(app)
  const stream = await openStream(await app.listen(), installation.owner.authorization, {
    after: installation.position,
  })
  await stream.heard('ready')
  const added = await leads.add(installation.key, { name: 'After', campaignId: installation.business.campaignId })
  await waitFor(() => stream.changes().some(({ leadId }) => leadId === added._id))
  await leads.relayed()
  const { rows } = await sql<{ name: string; times: number }>`
    select content ->> 'leadName' as name, count(*)::int as times from notifications
    where user_id = ${installation.owner.userId} group by 1 order by (array_agg(id order by id))[1]`.execute(
    app.deps.workerDb,
  )
  const { rows: counted } = await sql<{ total: number }>`
    select sum(total)::int as total from lead_counts where business_id = ${installation.business.businessId} and facet = 'all'`.execute(
    app.deps.workerDb,
  )
  const statuses = Object.values(await leads.counts(installation.owner))
  expect(app.errors).toEqual([])
  await app.close()
  const changes = stream.of('change').map(({ id }) => parsePosition(id ?? '')?.xid ?? '0')
  return {
    live: stream.changes().length,
    notified: rows,
    counted: counted[0]?.total,
    listed: statuses.reduce((sum, total) => sum + total, 0),
    epochs: changes.map((xid) => BigInt(xid) / EPOCH),
  }
}
const EACH_ONCE = ['Before', 'Unrelayed', 'After'].map((name) => ({ name, times: 1 }))

async function restoredInto(engine: Pick<Embedded, 'url' | 'password'>, name: string) {
  const urls = await prepared(engine, name)
  await copyDatabase(first.engine.url('leadline'), urls.adminUrl)
  return urls
}

test('a dump restored into a fresh cluster: the next lead and the unrelayed one are notified once', async () => {
  const { engine } = await newCluster()
  const urls = await restoredInto(engine, 'leadline')
  expect(await nextXid(urls.adminUrl)).toBeLessThan(await nextXid(first.engine.url('leadline')))
  await prepared(engine, 'leadline')
  expect(await continueOn(urls)).toMatchObject({
    live: 2,
    notified: EACH_ONCE,
    counted: 3,
    listed: 3,
    epochs: [0n, 1n],
  })
})

const canDump = (() => {
  try {
    return Number(/(\d+)\./.exec(execFileSync('pg_dump', ['--version'], { encoding: 'utf8' }))?.[1]) >= 18
  } catch {
    return false
  }
})()

test.runIf(canDump)('a dump by pg_dump restored by pg_restore continues in the same way', async () => {
  const dump = join(await newFolder(), '..', 'leadline.dump')
  execFileSync('pg_dump', ['--format=custom', `--file=${dump}`, first.engine.url('leadline')])
  const { engine } = await newCluster()
  const { ownerUrl } = await prepared(engine, 'leadline')
  await withClient(engine.url('postgres'), async (admin) => {
    await admin.query('drop database leadline')
    await admin.query('create database leadline owner leadline_owner')
  })
  execFileSync('pg_restore', ['--exit-on-error', `--dbname=${engine.url('leadline')}`, dump])
  const urls = await prepared(engine, 'leadline')
  expect(urls.ownerUrl).toBe(ownerUrl)
  expect(await continueOn(urls)).toMatchObject({
    live: 2,
    notified: EACH_ONCE,
    counted: 3,
    listed: 3,
    epochs: [0n, 1n],
  })
})

test('a further start begins no new epoch', async () => {
  const urls = await prepared(engines.at(-1) as Embedded, 'leadline')
  const { rows } = await withClient(urls.ownerUrl, (owner) => owner.query('select epoch from event_epochs order by 1'))
  expect(rows).toEqual([{ epoch: 0 }, { epoch: 1 }])
})

test('a dump of that cluster restored into the first one again: new events follow all earlier ones', async () => {
  const urls = await prepared(first.engine, 'back')
  await copyDatabase(engines.at(-1)?.url('leadline') ?? '', urls.adminUrl)
  await prepared(first.engine, 'back')
  const after = { name: 'After', times: 2 }
  const notified = [...EACH_ONCE.slice(0, 2), after]
  expect(await continueOn(urls)).toMatchObject({ live: 3, notified, counted: 4, listed: 4, epochs: [0n, 1n, 2n] })
})

test('a dump restored into a cluster with higher transaction ids continues after the earlier events', async () => {
  const { engine } = await newCluster()
  await burn(engine.url('postgres'), 60_000)
  const urls = await restoredInto(engine, 'leadline')
  expect(await nextXid(urls.adminUrl)).toBeGreaterThan(await nextXid(first.engine.url('leadline')))
  await prepared(engine, 'leadline')
  expect(await continueOn(urls)).toMatchObject({
    live: 2,
    notified: EACH_ONCE,
    counted: 3,
    listed: 3,
    epochs: [0n, 1n],
  })
})

test('a dump that does not name its cluster, as where a provider hides the name, is delivered after what was there', async () => {
  const { engine } = await newCluster()
  const urls = await restoredInto(engine, 'leadline')
  await withClient(urls.adminUrl, (admin) => admin.query('update event_epochs set system_identifier = null'))
  await prepared(engine, 'leadline')
  expect(await continueOn(urls)).toMatchObject({
    live: 2,
    notified: EACH_ONCE,
    counted: 3,
    listed: 3,
    epochs: [0n, 1n],
  })
})

test('a dump restored into the same cluster under another name continues in its epoch', async () => {
  const urls = await restoredInto(first.engine, 'again')
  await prepared(first.engine, 'again')
  expect(await continueOn(urls)).toMatchObject({
    live: 2,
    notified: EACH_ONCE,
    counted: 3,
    listed: 3,
    epochs: [0n, 0n],
  })
})

test('a promoted replica keeps transaction ids and epoch: the next lead is notified, and nothing twice', async () => {
  const replica = await newReplica(first)
  // From here on, the primary's writes reach the replica only by streaming.
  await burn(first.engine.url('postgres'), 100)
  const written = await nextXid(first.engine.url('postgres'))
  const admin = replica.engine.url('postgres')
  await waitFor(async () => (await nextXid(admin)) >= written)
  await withClient(admin, (standby) => standby.query('select pg_promote()'))
  const urls = await prepared(replica.engine, 'leadline')
  expect(await continueOn(urls)).toMatchObject({
    live: 2,
    notified: EACH_ONCE,
    counted: 3,
    listed: 3,
    epochs: [0n, 0n],
  })
})

test('a physical copy keeps transaction ids and epoch: the next lead is notified, and nothing twice', async () => {
  await first.engine.stop()
  const { engine } = await newCluster(first.data)
  const urls = await prepared(engine, 'leadline')
  expect(await continueOn(urls)).toMatchObject({
    live: 2,
    notified: EACH_ONCE,
    counted: 3,
    listed: 3,
    epochs: [0n, 0n],
  })
})

test('a clock set forward and back again: each lead is notified in order of arrival', async () => {
  let ahead = 0
  const app = await testApp({ now: () => new Date(Date.now() + ahead) })
  const base = await app.listen()
  const leads = testLeads(app)
  const business = await app.newBusiness()
  const { userId } = await business.member('Owner')
  const key = await business.apiKey()
  const positions: Position[] = []
  for (const days of [0, 400, -400, 0]) {
    ahead = days * 86_400_000
    const stream = await openStream(base, (await app.signIn(userId)).authorization)
    await stream.heard('ready')
    // An id as a process would create it whose clock is in the year 10889.
    const id = `ffffffff-ffff-7fff-bfff-${String(days + 1_000).padStart(12, '0')}`
    await sql`insert into events (business_id, id, campaign_id, name, actor, payload)
      values (${business.businessId}, ${id}, ${business.campaignId}, 'campaign.changed', '{"system": true}',
        ${JSON.stringify({ campaignId: business.campaignId, changes: {} })})
      on conflict do nothing`.execute(app.deps.workerDb)
    const { _id } = await leads.add(key, { campaignId: business.campaignId })
    await waitFor(() => stream.changes().some(({ leadId }) => leadId === _id))
    positions.push(...stream.of('change').flatMap((change) => parsePosition(change.id ?? '') ?? []))
    expect(stream.notifications().map(({ content }) => content.leadId)).toEqual([_id])
    stream.close()
  }
  expect(positions).toHaveLength(7)
  expect(positions.every((one, i) => i === 0 || isAfter(one, positions[i - 1] as Position))).toBe(true)
  expect(app.errors).toEqual([])
})
