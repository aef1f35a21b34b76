import { type ChildProcess, spawn } from 'node:child_process'
import { readFile, realpath } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DEMO_PASSWORD } from '../../db/demo/people.ts'

export type Headers = Record<string, string>

/** A server of its own with PostgreSQL and the demo in this folder, which may be killed and started again. */
export async function killable(dataDir: string) {
  const port = await freePort()
  let server: ChildProcess | undefined

  async function start() {
    server = spawn(process.execPath, ['server/main.ts'], {
      stdio: 'ignore',
      env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error', DEMO: '1' },
    })
    for (let tries = 0; tries < 300; tries++, await sleep(100)) {
      const isUp = await request('/health', {}).then(
        ({ ok }) => ok,
        () => false,
      )
      if (isUp) return
    }
    throw new Error('The server did not start.')
  }

  /** Node and PostgreSQL, without a chance to say goodbye. */
  async function kill() {
    const home = await realpath(join(dataDir, 'postgres'))
    const postmaster = Number((await readFile(join(home, 'data', 'postmaster.pid'), 'utf8')).split('\n')[0])
    const ended = new Promise((done) => (server?.exitCode === null ? server.once('exit', done) : done(undefined)))
    server?.kill('SIGKILL')
    process.kill(-postmaster, 'SIGKILL')
    await ended
    await sleep(100)
  }

  const request = (path: string, headers: Headers, body?: object) =>
    fetch(`http://localhost:${port}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  // biome-ignore lint/suspicious/noExplicitAny: replies of several routes, looked at field by field.
  const json = async (...asked: Parameters<typeof request>): Promise<any> => (await request(...asked)).json()

  /** As the Owner of the demo. */
  async function signIn(): Promise<Headers> {
    const { accessToken } = await json('/auth/login', {}, { email: 'owner@demo.test', password: DEMO_PASSWORD })
    const { businesses } = await json('/auth/getCurrentUser', { authorization: `Bearer ${accessToken}` })
    return { authorization: `Bearer ${accessToken}`, 'x-business-id': businesses[0].businessId }
  }
  return { start, kill, request, json, signIn }
}

const freePort = () =>
  new Promise<number>((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address() as { port: number }
      probe.close(() => done(free))
    })
  })
