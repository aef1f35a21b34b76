import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { readEnv } from '../server/env.ts'
import { withClient } from '../server/platform/db/connections.ts'
import { openDatabase } from '../server/platform/db/open-database.ts'
import { calls } from './calls.ts'
import { dashboard } from './dashboard.ts'
import { duplicates } from './duplicates.ts'
import { intake, live } from './intake.ts'
import { meetings } from './meetings.ts'
import { policies } from './policies.ts'
import { reads } from './reads.ts'
import { print, type Row, report } from './report.ts'
import { seed } from './seed.ts'
import { sheets } from './sheets.ts'
import { spam } from './spam.ts'
import { web } from './web.ts'
import { API, business, DATA_DIR, PORT, REFERENCE } from './world.ts'

/** Parts to run, by default all: `npm run bench -- reads intake`. */
const wanted = process.argv.slice(2)
const variables = {
  ...process.env,
  PORT: String(PORT),
  DATA_DIR,
  DEMO: '0',
  PERSON_RATE: '0',
  LOG_LEVEL: 'error',
  HOST: '127.0.0.1',
  // Simulated clients use many addresses.
  TRUST_PROXY: '1',
}
const env = readEnv(variables)
const database = await openDatabase(env)
const adminUrl = database.embedded?.url('leadline')
if (!adminUrl) throw new Error('The benchmark makes a database of its own: leave DATABASE_URL unset.')
const children: ChildProcess[] = []
/** As `npm start` runs it. */
const serverFlags = ['--max-semi-space-size=8', '--heap-growing-percent=50']
try {
  await withClient(adminUrl, async (admin) => {
    await seed(admin)
    // The server's own sweep for duplicates would run beside what is measured.
    await admin.query(`insert into duplicate_sweeps (business_id, started_at) select business_id, now() from businesses
      on conflict (business_id) do update set started_at = excluded.started_at`)
    children.push(
      start([...serverFlags, 'server/main.ts']),
      start(['bench/reference.ts', adminUrl, business, String(PORT + 1)]),
    )
    await untilUp()
    await warm(admin)
    const parts: Record<string, () => Promise<Row[]>> = {
      reads: () => reads(env.secretKey),
      rls: () => policies(admin, env.secretKey, database.ownerUrl),
      dashboard: () => dashboard(env.secretKey),
      meetings: () => meetings(env.secretKey),
      calls: () => calls(admin, env),
      live: async () => [await live(env.secretKey)],
      intake: () => intake(admin, env.secretKey),
      spam: () => spam(admin, env.secretKey),
      sheets: () => sheets(admin, env.secretKey, () => memoryOf(children[0])),
      duplicates: () => duplicates(admin, database.workerUrl),
      web: () => web(env.secretKey),
    }
    const rows: Row[] = []
    for (const [part, measure] of Object.entries(parts)) {
      if (wanted.length && !wanted.includes(part)) continue
      const measured = await measure()
      print(measured)
      rows.push(...measured)
    }
    await report(rows, memoryOf(children[0]))
    if (rows.some(({ reached }) => !reached)) process.exitCode = 1
  })
} finally {
  for (const child of children) child.kill('SIGKILL')
  await database.stop()
}

function start(args: string[]) {
  return spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'], env: variables })
}

async function untilUp() {
  for (let tries = 0; tries < 600; tries++, await sleep(100)) {
    const replies = await Promise.all([fetch(`${API}/health`), fetch(REFERENCE)]).catch(() => [])
    if (replies.length && replies.every(({ ok }) => ok)) return
  }
  throw new Error('The server did not start.')
}

/** Loads the indexes into memory, as on a server that has run for an hour. */
async function warm(admin: pg.Client) {
  await admin.query('create extension if not exists pg_prewarm')
  await admin.query(`select pg_prewarm(c.oid, 'buffer') from pg_class c
    where c.relkind in ('r', 'i') and c.relnamespace = 'public'::regnamespace order by c.relkind = 'r', pg_relation_size(c.oid)`)
}

/** Resident memory in MiB, without a process that would take its share of the cores. */
function memoryOf(child: ChildProcess | undefined) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child?.pid}/status`, 'utf8'))?.[1]) / 1024
}
