import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '../db/demo/people.ts'

/** Senders at once, and for how long before everything is killed. */
const SENDERS = 12
const ROUNDS_MS = [1_200, 1_900]
let dataDir: string
let port: number
let server: ChildProcess | undefined

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'leadline-killed-'))
  port = await freePort()
})
afterAll(async () => {
  await killEverything().catch(() => {})
  await rm(dataDir, { recursive: true, force: true })
})

test('kill -9 of everything under intake loses nothing acknowledged, and the next start recovers by itself', async () => {
  await start()
  const owner = await signIn()
  const { key, campaignId } = await makeKey(owner)
  const acknowledged: string[] = []
  for (const [round, ms] of ROUNDS_MS.entries()) {
    const sending = sendUntilKilled(key, campaignId, round, acknowledged)
    await sleep(ms)
    await killEverything()
    await sending
    await start()
  }
  expect(acknowledged.length).toBeGreaterThan(50)
  const again = await signIn()
  const stored = await allLeads(again)
  const ofTest = stored.map(({ email }) => email ?? '').filter((email) => email.startsWith('killed-'))
  expect(new Set(ofTest).size).toBe(ofTest.length)
  expect(acknowledged.filter((email) => !ofTest.includes(email))).toEqual([])
  await expect.poll(() => notified(again, acknowledged), { timeout: 15_000 }).toEqual([])
}, 90_000)

async function start() {
  server = spawn(process.execPath, ['server/main.ts'], {
    stdio: 'ignore',
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error', DEMO: '1' },
  })
  for (let tries = 0; tries < 300; tries++, await sleep(100)) {
    if (
      await fetch(`http://localhost:${port}/api/health`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return
  }
  throw new Error('The server did not start.')
}

/** Node and PostgreSQL, without a chance to say goodbye. */
async function killEverything() {
  const home = await realpath(join(dataDir, 'postgres'))
  const postmaster = Number((await readFile(join(home, 'data', 'postmaster.pid'), 'utf8')).split('\n')[0])
  const ended = new Promise((done) => (server?.exitCode === null ? server.once('exit', done) : done(undefined)))
  server?.kill('SIGKILL')
  process.kill(-postmaster, 'SIGKILL')
  await ended
  await sleep(100)
}

async function sendUntilKilled(key: string, campaignId: string, round: number, acknowledged: string[]) {
  const send = async (sender: number) => {
    for (let n = 0; ; n++) {
      const email = `killed-${round}-${sender}-${n}@example.test`
      const reply = await request(
        '/lead',
        { authorization: `Bearer ${key}` },
        { name: 'דנה', email, campaignId },
      ).catch(() => undefined)
      if (!reply) return
      if (reply.status === 201) acknowledged.push(email)
    }
  }
  await Promise.all(Array.from({ length: SENDERS }, (_, sender) => send(sender)))
}

type Headers = Record<string, string>
const request = (path: string, headers: Headers, body?: object) =>
  fetch(`http://localhost:${port}/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
// biome-ignore lint/suspicious/noExplicitAny: replies of several routes, looked at field by field.
const json = async (reply: Promise<Response>): Promise<any> => (await reply).json()

async function signIn(): Promise<Headers> {
  const { accessToken } = await json(request('/auth/login', {}, { email: 'owner@demo.test', password: DEMO_PASSWORD }))
  const { businesses } = await json(request('/auth/getCurrentUser', { authorization: `Bearer ${accessToken}` }))
  return { authorization: `Bearer ${accessToken}`, 'x-business-id': businesses[0].businessId }
}

async function makeKey(owner: Headers) {
  const { campaigns } = await json(request('/user/campaign/names', owner))
  const { key } = await json(
    request('/business/api-keys', owner, { name: 'Killed', scopes: ['leads:write'], ratePerMinute: 0 }),
  )
  return { key: key as string, campaignId: campaigns[0]._id as string }
}

/** The acknowledged leads whose notification is not there, or twice. */
async function notified(owner: Headers, acknowledged: string[]) {
  const leadIds = new Map<string, number>()
  const ids = new Map((await allLeads(owner)).map(({ _id, email }) => [email, _id]))
  let before = ''
  for (;;) {
    const { data } = await json(request(`/user/notifications?limit=100${before && `&before=${before}`}`, owner))
    for (const { content } of data) leadIds.set(content.leadId, (leadIds.get(content.leadId) ?? 0) + 1)
    if (data.length < 100) break
    before = data.at(-1)._id
  }
  return acknowledged.filter((email) => leadIds.get(ids.get(email) ?? '') !== 1)
}

async function allLeads(owner: Headers) {
  const leads: { _id: string; email: string | null }[] = []
  for (let page = 1; ; page++) {
    const reply = await json(request(`/lead?limit=100&page=${page}`, owner))
    leads.push(...reply.leads)
    if (reply.leads.length < 100) return leads
  }
}

const freePort = () =>
  new Promise<number>((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address() as { port: number }
      probe.close(() => done(free))
    })
  })
