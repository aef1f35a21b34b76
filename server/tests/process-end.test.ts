import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, expect, test } from 'vitest'
import { withClient } from '../platform/db/connections.ts'
import { freePort } from '../platform/free-port.ts'
import { testDatabase } from '../testing/database/test-db.ts'
import { waitFor } from '../testing/wait-for.ts'

const { adminUrl, ownerUrl, appUrl, workerUrl } = await testDatabase()
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

const START_MS = 18_000
type Line = { level: string; msg: string; err?: { message: string; stack: string } }

/** Starts a web process and reads its log line by line. `code` runs in it before Leadline. */
async function serve({ code, ...variables }: { code?: string } & Record<string, string>) {
  const [port, dataDir] = [await freePort(), await mkdtemp(join(tmpdir(), 'leadline-end-'))]
  const child = spawn(process.execPath, [...(code ? ['--import', moduleOf(code)] : []), 'server/main.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      ...{ DATABASE_URL: ownerUrl, APP_DATABASE_URL: appUrl, WORKER_DATABASE_URL: workerUrl },
      ...{ ROLE: 'web', PORT: String(port), DATA_DIR: dataDir, SECRET_KEY: 's'.repeat(40), LOG_LEVEL: 'info' },
      ...{ PUBLIC_URL: `http://localhost:${port}`, TRUST_PROXY: 'none', ...variables },
    },
  })
  ends.push(
    () => child.exitCode === null && child.kill('SIGKILL'),
    () => rm(dataDir, { recursive: true, force: true }),
  )
  const ended = once(child, 'exit')
  const lines: Line[] = []
  createInterface(child.stdout).on('line', (line) => void lines.push(JSON.parse(line)))
  const wrote = (text: string) => waitFor(() => lines.find(({ msg }) => msg.includes(text)), START_MS)
  await wrote('Leadline is at')
  return { child, lines, wrote, ended, url: `http://localhost:${port}/api` }
}

const moduleOf = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`

test('a second SIGTERM stops the process at once with exit code 1', async () => {
  const { child, wrote, ended } = await serve({ DRAIN_SECONDS: '60' })
  child.kill('SIGTERM')
  await wrote('SIGTERM: the process finishes running work and stops')
  await waitFor(() => {
    child.kill('SIGTERM')
    return child.exitCode !== null
  })
  expect(await wrote('A second SIGTERM')).toMatchObject({ level: 'error' })
  expect(await ended).toEqual([1, null])
})

/** The reply to a sign-in that waited in the database while `act` ran. */
const signInDuring = (url: string, act: () => Promise<unknown>) =>
  withClient(adminUrl, async (locker) => {
    await locker.query('begin; lock table users in access exclusive mode')
    const signingIn = fetch(`${url}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'unknown@example.test', password: 'of no account' }),
    })
    await waitFor(async () => {
      const { rowCount } = await locker.query("select from pg_locks where relation = 'users'::regclass and not granted")
      return rowCount
    })
    await act()
    await locker.query('rollback')
    return signingIn
  })

test('after one SIGTERM the running request is answered, and the process stops with exit code 0', async () => {
  const { child, lines, wrote, ended, url } = await serve({ DRAIN_SECONDS: '0' })
  const reply = await signInDuring(url, () => {
    child.kill('SIGTERM')
    return wrote('SIGTERM: the process finishes running work and stops')
  })
  expect(reply.status).toBe(401)
  expect(await ended).toEqual([0, null])
  expect(lines.filter(({ level }) => ['error', 'fatal'].includes(level))).toEqual([])
})

test.each([
  ['an uncaught error', "process.once('SIGUSR2', () => { throw new Error('thrown on purpose') })"],
  ['an unhandled rejection', "process.once('SIGUSR2', () => void Promise.reject(new Error('thrown on purpose')))"],
])(
  '%s is one fatal log line; the running request is answered, and the process stops with exit code 1',
  async (_, code) => {
    const { child, lines, wrote, ended, url } = await serve({ code, DRAIN_SECONDS: '0' })
    const reply = await signInDuring(url, () => {
      child.kill('SIGUSR2')
      return wrote('Uncaught error')
    })
    expect(reply.status).toBe(401)
    expect(await ended).toEqual([1, null])
    const fatal = lines.filter(({ level }) => level === 'fatal')
    expect(fatal).toMatchObject([{ err: { message: 'thrown on purpose', stack: expect.stringContaining('at ') } }])
    expect(lines.filter(({ level }) => level === 'error')).toEqual([])
  },
)
