/** Web and worker processes under load (`--rate`) and faults in turn: signals, kills, database, locks, disk. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Readiness } from '../../contract/health.ts'
import { withClient } from '../../server/platform/db/connections.ts'
import { makeOwnedDatabase } from '../../server/platform/db/open-database.ts'
import { compare } from './chaos/compare.ts'
import { openDatabase } from './chaos/database.ts'
import { type Member, openFleet } from './chaos/fleet.ts'
import { listen } from './chaos/listener.ts'
import { Load, type Signed } from './chaos/load.ts'
import { startProxy } from './chaos/proxy.ts'

const { values } = parseArgs({
  options: { port: { type: 'string', default: '4600' }, rate: { type: 'string', default: '60' } },
})
const PORT = Number(values.port)
const PASSWORD = 'a long passphrase of the soak'
const LOG_MAX_BYTES = 1_000_000
const HEARD_MS = 60_000
const members: Member[] = [
  { name: 'web1', role: 'web', port: PORT + 1 },
  { name: 'web2', role: 'web', port: PORT + 2 },
  { name: 'worker1', role: 'worker', port: PORT + 3 },
  { name: 'worker2', role: 'worker', port: PORT + 4 },
]
const base = `http://127.0.0.1:${PORT}`
const wrong: string[] = []
const check = (isRight: boolean, what: string) => void (isRight || wrong.push(what))

async function until(what: string, ask: () => boolean | Promise<boolean>, ms = 120_000) {
  const end = Date.now() + ms
  while (!(await ask())) {
    if (Date.now() > end) throw new Error(`Waited in vain: ${what}`)
    await sleep(100)
  }
}

const folder = mkdtempSync(join(tmpdir(), 'leadline-chaos-'))
const database = await openDatabase(folder)

async function prepare(): Promise<Record<string, string>> {
  const variables = {
    DATABASE_URL: await makeOwnedDatabase(database.engine(), 'leadline'),
    SECRET_KEY: 'c'.repeat(40),
    DATA_DIR: join(folder, 'app'),
    PUBLIC_URL: `http://localhost:${PORT}`,
    TRUST_PROXY: '1',
    DRAIN_SECONDS: '3',
    PERSON_RATE: '0',
  }
  const made = spawnSync(
    process.execPath,
    [
      'scripts/admin.ts',
      'create-owner',
      '--email',
      'owner@example.test',
      '--name',
      'Dana Levi',
      '--business',
      'Chaos',
      '--password-stdin',
    ],
    { env: { ...process.env, ...variables }, input: PASSWORD, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(made.stdout + made.stderr)
  return variables
}

async function signIn(): Promise<Signed> {
  type Said = { accessToken: string; campaign: { _id: string }; key: string }
  const post = async (path: string, headers: Record<string, string>, body: object) => {
    const reply = await fetch(`${base}/api${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return (await reply.json()) as Said
  }
  const { accessToken } = await post('/auth/login', {}, { email: 'owner@example.test', password: PASSWORD })
  const authorization = `Bearer ${accessToken}`
  const reply = await fetch(`${base}/api/auth/getCurrentUser`, { headers: { authorization } })
  const { businesses } = (await reply.json()) as { businesses: { businessId: string }[] }
  const owner = { authorization, 'x-business-id': businesses[0]?.businessId ?? '' }
  const { campaign } = await post('/user/campaign', owner, { name: 'Kitchens' })
  const { key } = await post('/business/api-keys', owner, {
    name: 'Chaos',
    scopes: ['leads:write'],
    ratePerMinute: 0,
    password: PASSWORD,
  })
  return { owner, key: { authorization: `Bearer ${key}` }, campaignId: campaign._id }
}

const fleet = openFleet(folder, await prepare(), members)
for (const member of members) {
  fleet.start(member)
  await until(`${member.name} is up`, () => fleet.isAtWork(member))
}
const proxy = await startProxy(
  PORT,
  members.filter(({ role }) => role === 'web').map((member) => member.port),
)
await until('the proxy sees both', proxy.allUp)
const signed = await signIn()
const load = new Load(base, signed, Number(values.rate))
const heard: string[][] = [[], []]
for (const ids of heard) void listen(base, signed.owner, (id) => ids.push(id))

async function isReady(of: number) {
  const reply = await fetch(`http://127.0.0.1:${of}/api/health/ready`).catch(() => undefined)
  return reply?.ok === true
}
const healths = () =>
  Promise.all(
    members
      .filter(({ role }) => role === 'web')
      .map(async (member) => {
        const reply = await fetch(`http://127.0.0.1:${member.port}/api/health/ready`).catch(() => undefined)
        return (await reply?.json()) as Readiness | undefined
      }),
  )
async function restart(member: Member, signal: 'SIGTERM' | 'SIGKILL') {
  const how = await fleet.end(member, signal)
  if (signal === 'SIGTERM') check(how === '0', `${member.name} ended with ${how} after SIGTERM`)
  fleet.start(member)
  if (member.role === 'web')
    await until(`${member.name} is back`, async () => (await isReady(member.port)) && proxy.allUp())
  else await until(`${member.name} works`, () => fleet.isAtWork(member))
}

const phases: [string, () => Promise<void>][] = [
  ['calm', () => sleep(5_000)],
  ...members.map((member): [string, () => Promise<void>] => [
    `SIGTERM ${member.name}`,
    () => restart(member, 'SIGTERM'),
  ]),
  [
    '200 connections terminated',
    () =>
      withClient(database.adminUrl, async (admin) => {
        for (let n = 0; n < 200; n++) {
          await admin.query(
            "select pg_terminate_backend(pid) from (select pid from pg_stat_activity where usename in ('leadline_app', 'leadline_worker') order by random() limit 3) picked",
          )
          await sleep(40)
        }
      }),
  ],
  [
    'database away 30 s',
    async () => {
      await database.stop()
      await sleep(10_000)
      for (const health of await healths())
        check(health?.database === 'away', 'health said that the stopped database is there')
      await sleep(20_000)
      await database.start()
      await until('ready again', proxy.allUp)
    },
  ],
  [
    'database silent 25 s',
    async () => {
      database.signal('SIGSTOP')
      await sleep(25_000)
      for (const health of await healths())
        check(health?.database === 'away', 'health said that the silent database is there')
      database.signal('SIGCONT')
      await until('ready again', proxy.allUp)
    },
  ],
  [
    'leads locked 36 s',
    () =>
      withClient(database.adminUrl, async (admin) => {
        await admin.query('begin; lock table leads in access exclusive mode')
        await sleep(36_000)
        for (const health of await healths())
          check(health?.status === 'ready', 'a locked table made a process not ready')
        await admin.query('rollback')
      }),
  ],
  [
    'disk full',
    async () => {
      if (!database.hasDisk) return
      database.fill()
      await sleep(8_000)
    },
  ],
  [
    'no room for the WAL',
    async () => {
      if (!database.hasDisk) return
      await database.fillLog()
      const isBack = database.supervise()
      await sleep(10_000)
      database.free()
      await isBack
      await until('ready again', proxy.allUp)
    },
  ],
  ...members.map((member): [string, () => Promise<void>] => [
    `kill -9 ${member.name}`,
    () => restart(member, 'SIGKILL'),
  ]),
  ['calm again', () => sleep(5_000)],
]

/** Prints the observations of the phase and checks the expected ones. */
function report(name: string) {
  const { statuses, slowestMs, rate } = load.seen(name)
  const seen = [...statuses].sort().map(([status, count]) => `${status}: ${count}`)
  console.log(
    `${name.padEnd(28)} ${rate.toFixed(0).padStart(3)}/s  ${seen.join(', ').padEnd(44)} slowest ${(slowestMs / 1_000).toFixed(1)} s`,
  )
  const kinds = [...statuses.keys()]
  if (name.startsWith('SIGTERM'))
    check(
      kinds.every((status) => status < '500'),
      `${name}: failed requests: ${seen.join(', ')}`,
    )
  if (database.hasDisk && (name === 'disk full' || name === 'no room for the WAL'))
    check(statuses.has('503'), `${name}: nothing was refused`)
}

try {
  for (const [name, act] of phases) {
    load.begin(name)
    await act()
    load.begin('between')
    await until('the requests of the phase are answered', () => load.isAnswered(name))
    report(name)
  }
  await load.calm()
  // Events not received in time are counted below.
  await until('all is heard', () => heard.every((ids) => ids.length >= load.stored.size), HEARD_MS).catch(() => {})
  wrong.push(...(await compare(database.adminUrl, load.stored, heard)))
  // Jobs that run every minute may fail during an outage; their next run makes up for it.
  const areDone = async () => (await healths()).every((health) => health?.jobs === 'ok')
  await until('the jobs are made up for', areDone).catch(() => {})
  for (const health of await healths())
    check(health?.relay === 'ok' && health.jobs === 'ok', `health says ${JSON.stringify(health)}`)
  check(fleet.died.length === 0, `died: ${fleet.died.join(', ')}`)
} catch (error) {
  wrong.push(String(error))
} finally {
  const bytes = fleet.logBytes()
  check(bytes <= LOG_MAX_BYTES, `the logs have ${bytes} bytes`)
  console.log(`Logs: ${bytes} bytes. ${database.hasDisk ? '' : 'The full disk was left out: it needs root.'}`)
  await fleet.endAll()
  await proxy.stop()
  await database.remove()
  if (!wrong.length) rmSync(folder, { recursive: true, force: true })
  console.log(wrong.length ? `\n✖ ${wrong.join('\n✖ ')}\nLogs are in ${folder}` : '\n✔ All as it must be')
  process.exit(wrong.length ? 1 : 0)
}
