import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { waitFor } from './testing/wait-for.ts'

let dataDir: string
const databaseRuns = () =>
  access(join(dataDir, 'postgres', 'data', 'postmaster.pid')).then(
    () => true,
    () => false,
  )
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'leadline-main-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

function start(variables: Record<string, string>) {
  const env = { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'error', ...variables }
  const child = spawn(process.execPath, ['server/main.ts'], { stdio: ['ignore', 'pipe', 'pipe'], env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  return { child, output: () => output }
}
const exitCode = async (child: ChildProcess) =>
  child.exitCode === null ? (await once(child, 'exit'))[0] : child.exitCode

test('a taken port ends the start and stops PostgreSQL', async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const { port } = holder.address() as { port: number }
  const { child, output } = start({ PORT: String(port), DEMO: '0' })
  expect(await exitCode(child)).toBe(1)
  expect(output()).toContain('EADDRINUSE')
  expect(await databaseRuns()).toBe(false)
  holder.close()
})

test('a public address without a known proxy ends the start and names the missing setting', async () => {
  const { child, output } = start({ PUBLIC_URL: 'https://leads.example.com' })
  expect(await exitCode(child)).toBe(1)
  expect(output().trim()).toMatch(/^TRUST_PROXY must be set: [^\n]+$/)
})

test('a signal during the first start, even repeated, stops PostgreSQL, too', async () => {
  const { child, output } = start({ PORT: '0', DEMO: '1' })
  await waitFor(databaseRuns, 30_000)
  child.kill('SIGINT')
  child.kill('SIGINT')
  expect(await exitCode(child)).toBe(0)
  expect(await databaseRuns()).toBe(false)
  expect(output()).not.toContain('Error')
}, 60_000)

test('a PostgreSQL in the box that cannot be started again ends the process with one fatal line and status 1', async () => {
  const { child, output } = start({
    PORT: '0',
    DEMO: '0',
    VOICE_PROVIDER: 'none',
    DATABASE_RESTART_SECONDS: '1',
    LOG_LEVEL: 'info',
  })
  const lines = () => output().trim().split('\n')
  await waitFor(() => /Leadline is at/.test(output()), 30_000)
  const data = join(dataDir, 'postgres', 'data')
  await appendFile(join(data, 'postgresql.auto.conf'), '\nno_such_setting = 1\n')
  process.kill(Number((await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')[0]), 'SIGKILL')
  expect(await exitCode(child)).toBe(1)
  const fatal = lines().filter((line) => line.includes('"fatal"'))
  expect(fatal).toHaveLength(1)
  expect(JSON.parse(fatal[0] as string).msg).toMatch(/could not be started again: .+no_such_setting/s)
}, 60_000)
