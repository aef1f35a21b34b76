import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { urlFor } from '../server/platform/db/roles.ts'
import { type Case, measure, type Shot } from './measure.ts'
import type { Row } from './report.ts'
import { API, businesses, ownerHeaders, PORT } from './world.ts'

const PASSER = 'bench_passer'
const PASSER_API = `http://127.0.0.1:${PORT + 2}/api`

/**
 * What row-level security costs a list: requests over 20 businesses, once as it is, once through a second server whose
 * role bypasses it and which sends the same statements.
 */
export async function policies(admin: pg.Client, secretKey: string, ownerUrl: string): Promise<Row[]> {
  const password = await makePasser(admin, secretKey)
  const server = startPasser(secretKey, ownerUrl, urlFor(ownerUrl, PASSER, password))
  try {
    await untilUp(server)
    const requests = await Promise.all(
      businesses.slice(1).map(async (of) => ({ headers: await ownerHeaders(secretKey, of) })),
    )
    const list = (name: string, api: string): Case => ({ name, url: `${api}/lead`, connections: 10, requests })
    const { of } = await measure([list('with', API), list('without', PASSER_API)])
    return rowsOf(of('with'), of('without'))
  } finally {
    server.kill('SIGKILL')
  }
}

/** It may do what the app may, and sees every tenant: in a benchmark's own database only. */
async function makePasser(admin: pg.Client, password: string) {
  const known = await admin.query('select from pg_roles where rolname = $1', [PASSER])
  if (!known.rowCount) await admin.query(`create role ${PASSER} login bypassrls in role leadline_app`)
  await admin.query(`alter role ${PASSER} password ${admin.escapeLiteral(password)}`)
  return password
}

const startPasser = (secretKey: string, ownerUrl: string, appUrl: string) =>
  spawn(process.execPath, ['server/main.ts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(PORT + 2),
      HOST: '127.0.0.1',
      ROLE: 'web',
      SECRET_KEY: secretKey,
      DATABASE_URL: ownerUrl,
      APP_DATABASE_URL: appUrl,
      DEMO: '0',
      PERSON_RATE: '0',
      LOG_LEVEL: 'error',
    },
  })

async function untilUp(server: ChildProcess) {
  for (let tries = 0; tries < 150 && server.exitCode === null; tries++, await sleep(100)) {
    const { ok } = await fetch(`${PASSER_API}/health`).catch(() => ({ ok: false }))
    if (ok) return
  }
  throw new Error('The server beside the policies did not start.')
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
