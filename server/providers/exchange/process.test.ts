import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { waitFor } from '../../testing/wait-for.ts'
import { type ExchangeProcess, startExchange } from './process.ts'

const variables = { PATH: process.env.PATH ?? '' }
let dataDir: string
let exchange: ExchangeProcess | undefined
let errors: unknown[]
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'leadline-exchange-'))
  errors = []
})
afterEach(async () => {
  await exchange?.stop()
  exchange = undefined
  await rm(dataDir, { recursive: true, force: true })
})

const start = async (more: Record<string, string> = {}) => {
  exchange = await startExchange({
    dataDir,
    variables: { ...variables, ...more },
    onError: (error) => errors.push(error),
  })
  return exchange
}
const pid = async () => Number(await readFile(join(dataDir, 'switchboard', 'exchange.pid'), 'utf8'))
const isAlive = (one: number) => {
  try {
    return process.kill(one, 0)
  } catch {
    return false
  }
}
const askAccount = async ({ accountSid, authToken }: ExchangeProcess, api: string) =>
  fetch(`${api}/2010-04-01/Accounts/${accountSid}.json`, {
    headers: { authorization: `Basic ${btoa(`${accountSid}:${authToken}`)}` },
  })

test('it runs with credentials of its own, kept for this user alone, and ends when it is stopped', async () => {
  const running = await start()
  const { api } = await running.whenReady()
  expect((await askAccount(running, api)).status).toBe(200)
  expect((await askAccount({ ...running, authToken: 'wrong' }, api)).status).toBe(401)
  const file = join(dataDir, 'switchboard', 'credentials.json')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const process = await pid()
  await running.stop()
  expect(isAlive(process)).toBe(false)
  expect(running.current()).toBeUndefined()

  const again = await start()
  expect(again.accountSid).toBe(running.accountSid)
  expect((await again.whenReady()).api).toBe(api)
  expect(errors).toEqual([])
})

test('killed, it comes back by itself at the same address, and what it knew is still there', async () => {
  const running = await start()
  const { api } = await running.whenReady()
  const headers = { authorization: `Basic ${btoa(`${running.accountSid}:${running.authToken}`)}` }
  const numbers = `${api}/2010-04-01/Accounts/${running.accountSid}/IncomingPhoneNumbers.json`
  const bought = await fetch(numbers, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ PhoneNumber: '+972724440042' }),
  })
  expect(bought.status).toBe(201)
  const first = await pid()
  process.kill(first, 'SIGKILL')
  await waitFor(() => running.current() === undefined)
  expect((await running.whenReady()).api).toBe(api)
  expect(await pid()).not.toBe(first)
  const { incoming_phone_numbers: owned } = (await (await fetch(numbers, { headers })).json()) as {
    incoming_phone_numbers: { phone_number: string }[]
  }
  expect(owned.map(({ phone_number }) => phone_number)).toEqual(['+972724440042'])
  expect(String(errors)).toContain('SIGKILL')
})

test('one that an earlier process left behind is ended, and a stranger with its number is not', async () => {
  const running = await start()
  await running.whenReady()
  const orphan = await pid()
  const second = await startExchange({ dataDir, variables, onError: () => {} })
  await second.whenReady()
  expect(isAlive(orphan)).toBe(false)
  await second.stop()

  const stranger = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], { stdio: 'ignore' })
  await once(stranger, 'spawn')
  await running.stop()
  await writeFile(join(dataDir, 'switchboard', 'exchange.pid'), String(stranger.pid))
  await (await start()).whenReady()
  expect(isAlive(stranger.pid ?? 0)).toBe(true)
  stranger.kill('SIGKILL')
})

test('a port that is asked for is taken, whichever it had before', async () => {
  const before = await start()
  const { api } = await before.whenReady()
  await before.stop()
  const port = Number(new URL(api).port) === 4731 ? 4732 : 4731
  const after = await start({ SWITCHBOARD_API_PORT: String(port) })
  expect((await after.whenReady()).api).toBe(`http://127.0.0.1:${port}`)
  await after.stop()
  // Without another setting it keeps its port.
  expect((await (await start()).whenReady()).api).toBe(`http://127.0.0.1:${port}`)
})

test('it is heard of when the disk is nearly full', async () => {
  const running = await start({ SWITCHBOARD_DISK_WARN_MB: '1000000000' })
  await running.whenReady()
  await waitFor(() => running.lowDisk() !== undefined)
  expect(running.lowDisk()?.freeMb).toBeGreaterThan(0)
  expect(String(errors)).toMatch(/\d+ MB left/)
  await running.stop()
  const other = await start({ SWITCHBOARD_DISK_WARN_MB: '0' })
  await other.whenReady()
  expect(other.lowDisk()).toBeUndefined()
})
