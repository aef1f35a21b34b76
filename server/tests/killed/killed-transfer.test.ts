import { createHmac } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { identityOf } from '../../features/softphone/softphone.rules.ts'
import { freePort } from '../../platform/free-port.ts'
import { type Headers, killable } from '../../testing/database/killable-server.ts'
import { aPhone } from '../../testing/test-app.ts'
import { aRouting } from '../../testing/test-numbers.ts'
import { waitFor } from '../../testing/wait-for.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'leadline-killed-transfer-'))
const consolePort = await freePort()
const it = await killable(dataDir, {
  SWITCHBOARD_CONSOLE_PORT: String(consolePort),
  SWITCHBOARD_MEDIA_DELAY_MS: '0',
})
afterAll(async () => {
  await it.kill().catch(() => {})
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
})

const PATIENCE = 20_000
/** At the exchange's console, whose address is made of its token. */
async function robots<T>(method: string, path: string, body?: object): Promise<T> {
  const { authToken } = JSON.parse(await readFile(join(dataDir, 'switchboard', 'credentials.json'), 'utf8'))
  const secret = createHmac('sha256', authToken).update('console').digest('hex').slice(0, 32)
  const reply = await fetch(`http://127.0.0.1:${consolePort}/${secret}${path}`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
  return (reply.status === 204 ? undefined : await reply.json()) as T
}

type Person = { headers: Headers; userId: string; address: string }
async function person(email: string, script: object): Promise<Person> {
  const headers = await it.signIn(email)
  const { user } = await it.json('/auth/getCurrentUser', headers)
  const address = `client:${identityOf(user._id, headers['x-business-id'] ?? '')}`
  await robots('PUT', '/robots', { address, ...script })
  await it.request('/softphone/presence', headers, { state: 'available' })
  return { headers, userId: user._id, address }
}

/** A customer talks with this person; the id of the call, and the customer's phone. */
async function talk(owner: Headers, campaignId: string, { headers, userId }: Person) {
  const routing = aRouting({ ring: { ...aRouting().ring, targets: [{ kind: 'softphone', userId }] } })
  const { order } = await it.json('/number/order', owner, { phone: aPhone(), campaignId, routing })
  expect(order.state).toBe('done')
  const from = aPhone().replace('+97272', '+97252')
  await robots('POST', '/robot-calls', { from, to: order.phone })
  const id = await waitFor(async () => {
    const { calls } = await it.json(`/call?campaignId=${campaignId}`, owner)
    return (calls as { _id: string; caller: string }[]).find(({ caller }) => caller === from)?._id
  }, PATIENCE)
  await waitFor(async () => (await it.json(`/call/${id}/talk`, headers)).talk?.state === 'talking', PATIENCE)
  return { id, from }
}

test('kill -9 of all processes in the middle of two transfers: both rows end, and both callers are among the missed', async () => {
  await it.start()
  const answers = { answerAfterMs: 100, toneHz: 1_000 }
  const owner = await person('owner@demo.test', answers)
  const admin = await person('admin@demo.test', answers)
  const [campaign] = await it.asAdministrator<{ id: string }>(
    'insert into campaigns (business_id, id, name) values ($1, uuidv7(), $2) returning id',
    [owner.headers['x-business-id'], 'Killed'],
  )
  const campaignId = campaign?.id ?? ''
  const asking = await talk(owner.headers, campaignId, owner)
  const passing = await talk(owner.headers, campaignId, admin)
  const lead = { phone: '', ...(await person('lead@demo.test', answers)) }
  const writer = await person('writer@demo.test', { outcome: 'never' })
  for (const { userId } of [lead, writer])
    await it.asAdministrator(
      "insert into campaign_members (business_id, campaign_id, user_id, role) values ($1, $2, $3, 'Writer')",
      [owner.headers['x-business-id'], campaignId, userId],
    )
  const transfer = (id: string, by: Person, body: object) => it.request(`/call/${id}/transfer`, by.headers, body)
  expect((await transfer(asking.id, owner, { userId: lead.userId, kind: 'attended' })).status).toBe(200)
  expect((await transfer(passing.id, admin, { userId: writer.userId, kind: 'blind' })).status).toBe(200)
  await waitFor(
    async () => (await it.json(`/call/${asking.id}/talk`, owner.headers)).talk?.state === 'consulting',
    PATIENCE,
  )
  await waitFor(
    async () => (await it.json(`/call/${passing.id}/talk`, admin.headers)).talk?.handing?._id === writer.userId,
    PATIENCE,
  )
  await it.kill()

  await it.start()
  const again = await it.signIn()
  for (const { id, from } of [asking, passing]) {
    const ended = await waitFor(async () => {
      await sleep(200)
      // A request may be refused while the database recovers.
      const { call } = await it.json(`/call/${id}`, again)
      return call?.status ? call : undefined
    }, 60_000)
    expect(ended).toMatchObject({ status: 'Answered', reason: 'left_in_transfer', state: 'ended' })
    await waitFor(async () => {
      const missed = await it.json(`/call/missed?campaignId=${campaignId}`, again)
      return JSON.stringify(missed).includes(from)
    }, PATIENCE)
  }
}, 240_000)
