import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { type AuditValue, auditRoutes } from '#contract/audit.ts'
import { apiKeyRoutes } from '#contract/auth/api-keys.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { newId } from '../../platform/ids.ts'
import { PASSWORD } from '../../testing/accounts/test-accounts.ts'
import { testApp } from '../../testing/test-app.ts'

let it: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  it = await testApp()
})

const aKey = { name: 'Website', scopes: ['leads:write' as const], password: PASSWORD }
const read = { name: 'Reader', scopes: ['leads:read' as const], password: PASSWORD }
const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

test('a key is shown once, and afterwards only its hint', async () => {
  const owner = await (await it.newBusiness()).member('Owner')
  const { status, body } = await it.send(apiKeyRoutes.create, owner, { body: aKey })
  expect(status).toBe(201)
  expect(body.key).toMatch(/^lk_live_[0-9A-Za-z]{8}_[0-9A-Za-z]{43}$/)
  expect(body.apiKey).toMatchObject({
    name: 'Website',
    scopes: ['leads:write'],
    campaignIds: null,
    ratePerMinute: 600,
    isActive: true,
    createdBy: owner.name,
    lastUsedAt: null,
  })
  expect(body.apiKey.hint).toBe(`${body.key.slice(0, 16)}…${body.key.slice(-4)}`)
  const list = await it.send(apiKeyRoutes.list, owner, {})
  expect(list.body.apiKeys).toEqual([body.apiKey])
  expect(JSON.stringify(list.body)).not.toContain(body.key.slice(17))
})

test('keys are listed with the newest first', async () => {
  const owner = await (await it.newBusiness()).member('Owner')
  for (const name of ['First', 'Second', 'Third'])
    expect((await it.send(apiKeyRoutes.create, owner, { body: { ...aKey, name } })).status).toBe(201)
  const { body } = await it.send(apiKeyRoutes.list, owner, {})
  expect(body.apiKeys.map(({ name }) => name)).toEqual(['Third', 'Second', 'First'])
})

test('the key gives access to its business, and to no other', async () => {
  const [ours, theirs] = [await it.newBusiness(), await it.newBusiness()]
  const { body } = await it.send(apiKeyRoutes.create, await ours.member('Owner'), { body: read })
  expect((await it.send(leadRoutes.list, bearer(body.key), { query: {} })).status).toBe(200)
  const elsewhere = { ...bearer(body.key), 'x-business-id': theirs.businessId }
  expect((await it.send(leadRoutes.list, elsewhere, { query: {} })).status).toBe(404)
})

test("a disabled key is 401 'Key is not active' at once, and works again when enabled", async () => {
  const owner = await (await it.newBusiness()).member('Owner')
  const { body } = await it.send(apiKeyRoutes.create, owner, { body: read })
  const use = () => it.send(leadRoutes.list, bearer(body.key), { query: {} })
  const set = (isActive: boolean) =>
    it.send(apiKeyRoutes.change, owner, { params: { id: body.apiKey._id }, body: { isActive, password: PASSWORD } })
  expect((await use()).status).toBe(200)
  expect((await set(false)).body.apiKey.isActive).toBe(false)
  expect(await use()).toMatchObject({ status: 401, body: { code: 'key_not_active', message: 'Key is not active' } })
  await set(true)
  expect((await use()).status).toBe(200)
})

test('a key is renamed; a change without a field or with an unknown one is refused', async () => {
  const owner = await (await it.newBusiness()).member('Owner')
  const { body } = await it.send(apiKeyRoutes.create, owner, { body: aKey })
  const params = { id: body.apiKey._id }
  const renamed = await it.send(apiKeyRoutes.change, owner, { params, body: { name: 'Landing page' } })
  expect(renamed.body.apiKey).toEqual({ ...body.apiKey, name: 'Landing page' })
  const refused = async (change: object) => {
    const { status, body } = await it.send(apiKeyRoutes.change, owner, { params, body: change })
    return [status, 'issues' in body && body.issues]
  }
  const nothing = [422, [{ path: '', message: 'There is nothing to change in this request' }]]
  expect(await refused({})).toEqual(nothing)
  expect(await refused({ password: 'a password alone' })).toEqual(nothing)
  const unknown = [422, [{ path: 'rate', message: 'This field does not exist' }]]
  expect(await refused({ rate: 5 })).toEqual(unknown)
  expect(await refused({ name: 'Other', rate: 5 })).toEqual(unknown)
  expect((await it.send(apiKeyRoutes.list, owner, {})).body.apiKeys).toEqual([renamed.body.apiKey])
})

test('the rate of a key is changed, holds from the next request on and is in the audit log', async () => {
  const owner = await (await it.newBusiness()).member('Owner')
  const { body } = await it.send(apiKeyRoutes.create, owner, { body: read })
  const params = { id: body.apiKey._id }
  const change = (ratePerMinute: number) => it.send(apiKeyRoutes.change, owner, { params, body: { ratePerMinute } })
  const limit = async () => {
    const { headers } = await it.app.inject({ url: '/api/lead', headers: bearer(body.key) })
    return headers['x-ratelimit-limit']
  }
  expect(await limit()).toBe('600')
  expect((await change(50)).body.apiKey).toMatchObject({ name: 'Reader', ratePerMinute: 50, isActive: true })
  expect(await limit()).toBe('50')
  await change(0)
  expect(await limit()).toBeUndefined()
  expect((await change(-1)).status).toBe(422)
  const { rows } = (await it.send(auditRoutes.list, owner, { query: { action: 'key.changed' } })).body
  const shown = (value: AuditValue | null | undefined) => value?.map(({ text }) => text)
  expect(
    rows.map(({ details }) => details.map(({ name, before, after }) => [name, shown(before), shown(after)])),
  ).toEqual([[['ratePerMinute', ['50'], ['0']]], [['ratePerMinute', ['600'], ['50']]]])
})

test('a deleted key is refused', async () => {
  const owner = await (await it.newBusiness()).member('Owner')
  const { body } = await it.send(apiKeyRoutes.create, owner, { body: read })
  const params = { id: body.apiKey._id }
  expect((await it.send(leadRoutes.list, bearer(body.key), { query: {} })).status).toBe(200)
  expect((await it.send(apiKeyRoutes.remove, owner, { params })).body).toEqual({ success: true })
  expect((await it.send(leadRoutes.list, bearer(body.key), { query: {} })).status).toBe(401)
  expect((await it.send(apiKeyRoutes.remove, owner, { params })).status).toBe(404)
  expect((await it.send(apiKeyRoutes.list, owner, {})).body.apiKeys).toEqual([])
})

test('its campaigns must belong to the business', async () => {
  const [ours, theirs] = [await it.newBusiness(), await it.newBusiness()]
  const owner = await ours.member('Owner')
  const bound = (campaignIds: string[]) => it.send(apiKeyRoutes.create, owner, { body: { ...aKey, campaignIds } })
  expect((await bound([ours.campaignId, ours.campaignId])).body.apiKey.campaignIds).toEqual([ours.campaignId])
  for (const foreign of [theirs.campaignId, newId()])
    expect(await bound([ours.campaignId, foreign])).toMatchObject({ status: 404, body: { code: 'campaign_not_found' } })
  expect((await bound([])).status).toBe(422)
})

test('its last use is shown within seconds', async () => {
  const owner = await (await it.newBusiness()).member('Owner')
  const { body } = await it.send(apiKeyRoutes.create, owner, { body: read })
  await it.send(leadRoutes.list, bearer(body.key), { query: {} })
  const lastUsedAt = async () => (await it.send(apiKeyRoutes.list, owner, {})).body.apiKeys[0]?.lastUsedAt
  const until = Date.now() + 8_000
  while (!(await lastUsedAt()) && Date.now() < until) await sleep(200)
  expect(Date.parse((await lastUsedAt()) ?? '')).toBeGreaterThan(Date.now() - 10_000)
})

test('only Owners manage keys', async () => {
  const { member } = await it.newBusiness()
  for (const role of ['Admin', 'Affiliate', 'Reader'] as const)
    expect((await it.send(apiKeyRoutes.list, await member(role), {})).status).toBe(403)
})

test('a key ends at its time, and is used from its addresses only', async () => {
  const owner = await (await it.newBusiness()).member('Owner')
  const limited = { ...read, allowedAddresses: ['192.0.2.7', '198.51.100.0/24'] }
  const { body } = await it.send(apiKeyRoutes.create, owner, { body: limited })
  const use = async () => (await it.send(leadRoutes.list, bearer(body.key), { query: {} })).body as { code?: string }
  const change = (values: object) =>
    it.send(apiKeyRoutes.change, owner, { params: { id: body.apiKey._id }, body: { ...values, password: PASSWORD } })
  expect((await use()).code).toBe('api_key_address')
  await change({ allowedAddresses: ['127.0.0.0/8'] })
  expect((await use()).code).toBeUndefined()
  await change({ expiresAt: new Date(Date.now() - 1_000).toISOString() })
  expect((await use()).code).toBe('api_key_expired')
  await change({ expiresAt: null, allowedAddresses: null })
  expect((await use()).code).toBeUndefined()
  const wrong = await change({ allowedAddresses: ['office'] })
  expect(wrong.body).toMatchObject({ issues: [{ path: expect.stringMatching(/^allowedAddresses/) }] })
  const params = { id: body.apiKey._id }
  expect((await it.send(apiKeyRoutes.change, owner, { params, body: { expiresAt: null } })).status).toBe(422)
})

test('a key is replaced: both are accepted for a while, or the new one alone', async () => {
  const owner = await (await it.newBusiness()).member('Owner')
  const { body: first } = await it.send(apiKeyRoutes.create, owner, { body: read })
  const params = { id: first.apiKey._id }
  const rotate = async (overlapHours: number) =>
    (await it.send(apiKeyRoutes.rotate, owner, { params, body: { overlapHours, password: PASSWORD } })).body
  const use = async (key: string) => (await it.send(leadRoutes.list, bearer(key), { query: {} })).status
  const second = await rotate(24)
  expect(second.apiKey).toMatchObject({ _id: first.apiKey._id, scopes: ['leads:read'], hint: expect.any(String) })
  expect(second.apiKey.hint).not.toBe(first.apiKey.hint)
  expect([await use(first.key), await use(second.key)]).toEqual([200, 200])
  const third = await rotate(0)
  expect([await use(first.key), await use(second.key), await use(third.key)]).toEqual([401, 401, 200])
})
