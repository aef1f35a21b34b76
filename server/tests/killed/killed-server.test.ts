import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '../../../db/demo/people.ts'
import { type Headers, killable } from '../../testing/database/killable-server.ts'

/** Concurrent senders, and the time before the kill. */
const SENDERS = 12
const ROUNDS_MS = [1_200, 1_900]
const dataDir = await mkdtemp(join(tmpdir(), 'leadline-killed-'))
const { start, kill, killDatabase, isAlive, request, json, signIn } = await killable(dataDir)
afterAll(async () => {
  await kill().catch(() => {})
  await rm(dataDir, { recursive: true, force: true })
})

test('kill -9 of all processes during intake loses no acknowledged lead, and the next start recovers', async () => {
  await start()
  const owner = await signIn()
  const { key, campaignId } = await makeKey(owner)
  const acknowledged: string[] = []
  for (const [round, ms] of ROUNDS_MS.entries()) {
    const sending = sendUntilKilled(key, campaignId, round, acknowledged)
    await sleep(ms)
    await kill()
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
}, 300_000)

test('kill -9 of PostgreSQL during intake: the process restarts it, and no acknowledged lead or notification is lost', async () => {
  const owner = await signIn()
  const { key, campaignId } = await makeKey(owner)
  const acknowledged: string[] = []
  let isOver = false
  const send = async (sender: number) => {
    for (let n = 0; !isOver; n++) {
      const email = `killed-database-${sender}-${n}@example.test`
      const body = { name: 'דנה', email, campaignId }
      const reply = await request('/lead', { authorization: `Bearer ${key}` }, body).catch(() => undefined)
      if (reply?.status === 201) acknowledged.push(email)
      else await sleep(100)
    }
  }
  const sending = Promise.all(Array.from({ length: SENDERS }, (_, sender) => send(sender)))
  const goesOn = async (timeout: number) => {
    const enough = acknowledged.length + SENDERS + 20
    await expect.poll(() => acknowledged.length, { timeout }).toBeGreaterThan(enough)
  }
  await goesOn(30_000)
  await killDatabase()
  await goesOn(60_000) // it recovers from its log first
  isOver = true
  await sending
  expect(isAlive()).toBe(true)
  const stored = new Set((await allLeads(owner)).map(({ email }) => email))
  expect(acknowledged.filter((email) => !stored.has(email))).toEqual([])
  await expect.poll(() => notified(owner, acknowledged), { timeout: 20_000 }).toEqual([])
}, 300_000)

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

async function makeKey(owner: Headers) {
  const { campaigns } = await json('/user/campaign/names', owner)
  const { key } = await json('/business/api-keys', owner, {
    name: 'Killed',
    scopes: ['leads:write'],
    password: DEMO_PASSWORD,
    ratePerMinute: 0,
  })
  return { key: key as string, campaignId: campaigns[0]._id as string }
}

/** Acknowledged leads with a missing or duplicate notification. */
async function notified(owner: Headers, acknowledged: string[]) {
  const leadIds = new Map<string, number>()
  const ids = new Map((await allLeads(owner)).map(({ _id, email }) => [email, _id]))
  let before = ''
  for (;;) {
    const { data } = await json(`/user/notifications?limit=100${before && `&before=${before}`}`, owner)
    for (const { content } of data) leadIds.set(content.leadId, (leadIds.get(content.leadId) ?? 0) + 1)
    if (data.length < 100) break
    before = data.at(-1)._id
  }
  return acknowledged.filter((email) => leadIds.get(ids.get(email) ?? '') !== 1)
}

async function allLeads(owner: Headers) {
  const leads: { _id: string; email: string | null }[] = []
  for (let page = 1; ; page++) {
    const reply = await json(`/lead?limit=100&page=${page}`, owner)
    leads.push(...reply.leads)
    if (reply.leads.length < 100) return leads
  }
}
