import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { type Headers, killable } from './testing/killable.ts'

/** Senders at once, and for how long before everything is killed. */
const SENDERS = 12
const ROUNDS_MS = [1_200, 1_900]
const dataDir = await mkdtemp(join(tmpdir(), 'leadline-killed-'))
const { start, kill, request, json, signIn } = await killable(dataDir)
afterAll(async () => {
  await kill().catch(() => {})
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
}, 90_000)

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
    ratePerMinute: 0,
  })
  return { key: key as string, campaignId: campaigns[0]._id as string }
}

/** The acknowledged leads whose notification is not there, or twice. */
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
