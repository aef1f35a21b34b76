import { expect, test } from 'vitest'
import { apiKeyRoutes } from '#contract/auth/api-keys.ts'
import { webhookRoutes } from '#contract/webhooks/webhooks.ts'
import { PASSWORD } from '../../../testing/accounts/test-accounts.ts'
import { testReceiver } from '../../../testing/features/test-receiver.ts'
import { webhookWorld } from '../../../testing/features/test-webhooks.ts'
import { testApp } from '../../../testing/test-app.ts'

const HOUR = 3_600_000
const clock = { ahead: 0 }
const it = await testApp({
  now: () => new Date(Date.now() + clock.ahead),
  env: { OUTBOUND_ALLOW: 'localhost' },
})

/** A webhook that a key made, and one of the Owner that shows how far sending is. */
async function world() {
  const made = await webhookWorld(it)
  clock.ahead = 0
  const [ofKey, ofOwner] = [await testReceiver(), await testReceiver()]
  const { keyId, ...key } = await made.apiKey(['leads:read', 'webhooks:write'])
  const body = { name: 'Leak', url: ofKey.url, types: ['lead.created' as const] }
  const { _id: id } = (await it.send(webhookRoutes.create, key, { body })).body.webhook
  const control = await made.make(ofOwner.url)
  const change = async (changes: object) => {
    const wanted = { params: { id: keyId }, body: { ...changes, password: PASSWORD } }
    expect((await it.send(apiKeyRoutes.change, await made.now(), wanted)).status).toBe(200)
  }
  /** A lead comes in, and goes out to the Owner's webhook. */
  const comesIn = async () => {
    const leadId = await made.arrive()
    await made.settled(control.id, (all) => all.some((one) => one.leadId === leadId && one.state === 'delivered'))
  }
  return { ...made, id, keyId, ofKey, change, comesIn }
}

test.each(['deleted', 'disabled', 'expired'])('a key that is %s takes nothing more by its webhooks', async (end) => {
  const { id, keyId, db, ofKey, change, comesIn, now, settled, log } = await world()
  await comesIn()
  await settled(id, ([first]) => first?.state === 'delivered')
  if (end === 'deleted') await it.send(apiKeyRoutes.remove, await now(), { params: { id: keyId } })
  if (end === 'disabled') await change({ isActive: false })
  if (end === 'expired')
    await db
      .updateTable('api_keys')
      .set({ expires_at: new Date(Date.now() - HOUR).toISOString() })
      .where('id', '=', keyId)
      .execute()
  await comesIn()
  await comesIn()
  expect(ofKey.received).toHaveLength(1)
  expect(await log(id)).toHaveLength(1)
})

test.each([
  ['is disabled', 'enabled', { isActive: false }, { isActive: true }],
  ['ends', 'extended', { expiresAt: new Date(Date.now() + HOUR).toISOString() }, { expiresAt: null }],
])('what waits when a key %s is not sent, until the key is %s', async (_, __, ending, going) => {
  const { id, ofKey, change, comesIn, now, settled, log } = await world()
  const pause = async (isPaused: boolean) =>
    it.send(webhookRoutes.pause, await now(), { params: { id }, body: { isPaused } })
  await pause(true)
  await comesIn()
  await change(ending)
  clock.ahead += 2 * HOUR
  await pause(false)
  await comesIn()
  await comesIn()
  expect(ofKey.received).toHaveLength(0)
  const first = (await log(id)).at(-1)
  expect(first).toMatchObject({ state: 'waiting' })
  await change(going)
  await settled(id, (all) => all.some(({ state }) => state === 'delivered'))
  expect(ofKey.received[0]?.id).toBe(first?._id)
})

test('the webhooks of a key that is replaced go on', async () => {
  const { id, keyId, comesIn, now, settled } = await world()
  const body = { password: PASSWORD, overlapHours: 0 }
  const reply = await it.send(apiKeyRoutes.rotate, await now(), { params: { id: keyId }, body })
  expect(reply.status).toBe(200)
  await comesIn()
  await settled(id, ([first]) => first?.state === 'delivered')
})
