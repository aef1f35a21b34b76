import { type ChildProcess, spawn } from 'node:child_process'
import { readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DEMO_PASSWORD } from '../../../db/demo/people.ts'
import { withClient } from '../../platform/db/connections.ts'
import { startEmbedded } from '../../platform/db/embedded.ts'
import { freePort } from '../../platform/free-port.ts'

export type Headers = Record<string, string>

/** Tries to reach it, ten a second: on a busy machine the first start, with the demo, takes most of a minute. */
const START_TRIES = 1_200

/** A server with its own PostgreSQL and the demo in this folder, which can be killed and restarted. */
export async function killable(dataDir: string, variables: Record<string, string> = {}) {
  const port = await freePort()
  const address = `http://localhost:${port}`
  let server: ChildProcess | undefined

  async function start() {
    server = spawn(process.execPath, ['server/main.ts'], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error', DEMO: '1', ...variables },
    })
    for (let tries = 0; tries < START_TRIES; tries++, await sleep(100)) {
      const isUp = await request('/health', {}).then(
        ({ ok }) => ok,
        () => false,
      )
      if (isUp) return
      if (!isAlive()) throw new Error(`The server ended while it started: ${server.exitCode ?? server.signalCode}`)
    }
    throw new Error('The server did not start.')
  }

  const postmasterPid = async () => {
    const home = await realpath(join(dataDir, 'postgres'))
    return Number((await readFile(join(home, 'data', 'postmaster.pid'), 'utf8')).split('\n')[0])
  }

  /** Kills only PostgreSQL's postmaster; its other processes notice and exit. */
  const killDatabase = async () => process.kill(await postmasterPid(), 'SIGKILL')

  /** Whether the last started Node process still runs. */
  const isAlive = () => server?.exitCode === null && server.signalCode === null

  /** Kills Node and PostgreSQL without a clean stop. */
  async function kill() {
    const postmaster = await postmasterPid()
    const ended = new Promise((done) => (server?.exitCode === null ? server.once('exit', done) : done(undefined)))
    server?.kill('SIGKILL')
    process.kill(-postmaster, 'SIGKILL')
    await ended
    await sleep(100)
  }

  const request = (path: string, headers: Headers, body?: object) =>
    fetch(`${address}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  // biome-ignore lint/suspicious/noExplicitAny: replies of several routes, checked field by field.
  const json = async (...asked: Parameters<typeof request>): Promise<any> => (await request(...asked)).json()

  /** Signs in as the Owner of the demo, or as another demo person. */
  async function signIn(email = 'owner@demo.test'): Promise<Headers> {
    const { accessToken } = await json('/auth/login', {}, { email, password: DEMO_PASSWORD })
    const { businesses } = await json('/auth/getCurrentUser', { authorization: `Bearer ${accessToken}` })
    return { authorization: `Bearer ${accessToken}`, 'x-business-id': businesses[0]?.businessId }
  }
  /** As the superuser of the server's PostgreSQL, who bypasses row-level security. */
  async function asAdministrator<Row>(text: string, values: unknown[]): Promise<Row[]> {
    const engine = await startEmbedded(dataDir)
    return withClient(engine.url('leadline'), async (client) => (await client.query(text, values)).rows as Row[])
  }
  /** Does something while no one reads a table; it may kill PostgreSQL. */
  async function whileLocked(table: string, act: () => Promise<void>) {
    const engine = await startEmbedded(dataDir)
    await withClient(engine.url('leadline'), async (client) => {
      await client.query(`begin; lock table ${table} in access exclusive mode`)
      await act()
    })
  }
  return { address, start, kill, asAdministrator, whileLocked, killDatabase, isAlive, request, json, signIn }
}
