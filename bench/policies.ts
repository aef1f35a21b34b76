import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { urlFor } from '../server/platform/db/roles.ts'
import { type Case, measure, type Shot } from './measure.ts'
import type { Row } from './report.ts'
import { businesses, ownerHeaders, PORT } from './world.ts'

const PASSER = 'bench_passer'

/**
 * Cost of row-level security for a list: requests over 20 businesses, to two servers that send the same statements, one
 * with a role that bypasses policies. With DATABASE_URL no limit on concurrent statements applies
 * (concurrency-limit.ts).
 */
export async function policies(admin: pg.Client, secretKey: string, ownerUrl: string): Promise<Row[]> {
  const password = await makePasser(admin, secretKey)
  const held = start(PORT + 2, { SECRET_KEY: secretKey, DATABASE_URL: ownerUrl })
  const free = start(PORT + 3, {
    SECRET_KEY: secretKey,
    DATABASE_URL: ownerUrl,
    APP_DATABASE_URL: urlFor(ownerUrl, PASSER, password),
  })
  try {
    await Promise.all([untilUp(held), untilUp(free)])
    const requests = await Promise.all(
      businesses.slice(1).map(async (of) => ({ headers: await ownerHeaders(secretKey, of) })),
    )
    const list = (name: string, { api }: Server): Case => ({ name, url: `${api}/lead`, connections: 10, requests })
    const { of } = await measure([list('with', held), list('without', free)])
    return rowsOf(of('with'), of('without'))
  } finally {
    for (const { child } of [held, free]) child.kill('SIGKILL')
  }
}

/** A role with the app's grants that sees all tenants; only in a benchmark's own database. */
async function makePasser(admin: pg.Client, password: string) {
  const known = await admin.query('select from pg_roles where rolname = $1', [PASSER])
  if (!known.rowCount) await admin.query(`create role ${PASSER} login bypassrls in role leadline_app`)
  await admin.query(`alter role ${PASSER} password ${admin.escapeLiteral(password)}`)
  return password
}

type Server = { child: ChildProcess; api: string }
function start(port: number, given: Record<string, string>): Server {
  const env = {
    ...process.env,
    ...given,
    PORT: String(port),
    HOST: '127.0.0.1',
    ROLE: 'web',
    DEMO: '0',
    PERSON_RATE: '0',
    LOG_LEVEL: 'error',
  }
  const child = spawn(process.execPath, ['server/main.ts'], { stdio: ['ignore', 'ignore', 'inherit'], env })
  return { child, api: `http://127.0.0.1:${port}/api` }
}

async function untilUp({ child, api }: Server) {
  for (let tries = 0; tries < 150 && child.exitCode === null; tries++, await sleep(100)) {
    const { ok } = await fetch(`${api}/health`).catch(() => ({ ok: false }))
    if (ok) return
  }
  throw new Error('A server for the comparison of policies did not start.')
}

function rowsOf(held: Shot, free: Shot): Row[] {
  const cost = 1 - held.rps / free.rps
  return [
    {
      name: 'first page, 20 businesses, by a role that bypasses row-level security',
      ...free,
      value: `${Math.round(free.rps)}/s`,
      target: '',
      reached: true,
    },
    {
      name: 'the same with row-level security',
      ...held,
      value: `costs ${(cost * 100).toFixed(1)} %`,
      target: '< 15 %',
      reached: cost < 0.15,
    },
  ]
}
