import { expect, test } from 'vitest'
import { auditRoutes } from '#contract/audit.ts'
import { privacyRoutes } from '#contract/privacy.ts'
import { webhookRoutes } from '#contract/webhooks/webhooks.ts'
import { PASSWORD } from '../../testing/accounts/test-accounts.ts'
import { testReceiver } from '../../testing/features/test-receiver.ts'
import { webhookWorld } from '../../testing/features/test-webhooks.ts'
import { testApp } from '../../testing/test-app.ts'
import { nextPhone, refusal } from '../../testing/test-leads.ts'
import { waitFor } from '../../testing/wait-for.ts'

const it = await testApp({ env: { OUTBOUND_ALLOW: 'localhost' } })
const wanted = { name: 'CRM', url: 'https://receiver.test/hook/s3cret', types: ['lead.created' as const] }

test('an Owner confirms their identity; the secret is shown once; the log of changes has no path', async () => {
  const { owner } = await webhookWorld(it)
  const without = await it.send(webhookRoutes.create, owner, { body: wanted })
  expect(refusal(without)).toMatchObject({ status: 422, issues: { password: expect.any(String) } })
  const made = await it.send(webhookRoutes.create, owner, { body: { ...wanted, password: PASSWORD } })
  expect(made.status).toBe(201)
  expect(made.body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/)
  const { body } = await it.send(webhookRoutes.list, owner, {})
  expect(body.webhooks).toEqual([made.body.webhook])
  expect(JSON.stringify(body)).not.toContain('whsec_')
  const stored = await it.deps.workerDb.selectFrom('webhooks').select('secret').execute()
  expect(JSON.stringify(stored)).not.toContain(made.body.secret.slice(6))
  const log = await it.send(auditRoutes.list, owner, { query: {} })
  const text = JSON.stringify(log.body)
  expect(text).toContain('Webhook created')
  expect(text).toContain('https://receiver.test')
  expect(text).not.toContain('s3cret')
})

test.each([
  ['http://receiver.test/hook', 'without https'],
  ['https://127.0.0.1/hook', 'this machine'],
  ['https://2130706433/hook', 'this machine as a number'],
  ['https://[::1]/hook', 'this machine in IPv6'],
  ['https://[::ffff:10.0.0.1]/hook', 'a private network within IPv6'],
  ['https://10.1.2.3/hook', 'a private network'],
  ['https://169.254.169.254/latest', 'the metadata of a cloud'],
  ['https://metadata.test:22/hook', 'a port of another service'],
])('refuses %s: %s', async (url) => {
  const { owner } = await webhookWorld(it)
  const reply = await it.send(webhookRoutes.create, owner, { body: { ...wanted, url, password: PASSWORD } })
  expect(refusal(reply)).toMatchObject({ status: 422, code: 'webhook_not_public' })
})

test('refuses no address, an address with a password in it, and one of another kind', async () => {
  const { owner } = await webhookWorld(it)
  for (const url of ['', 'https://dana:secret@receiver.test/', 'ftp://receiver.test/', 'receiver']) {
    const reply = await it.send(webhookRoutes.create, owner, { body: { ...wanted, url, password: PASSWORD } })
    expect(refusal(reply)).toMatchObject({ status: 422, issues: { url: expect.any(String) } })
  }
})

test('a change of the address is confirmed, any other is not; nothing changes by itself', async () => {
  const { owner, make, find } = await webhookWorld(it)
  const { url } = await testReceiver()
  const { id } = await make(url)
  const change = (body: object) => it.send(webhookRoutes.change, owner, { params: { id }, body })
  expect((await change({ url: `${url}/other` })).status).toBe(422)
  expect((await change({ name: 'Sheet', types: ['lead.updated'] })).body.webhook).toMatchObject({ name: 'Sheet', url })
  expect((await change({ url: `${url}/other`, password: PASSWORD })).body.webhook.url).toBe(`${url}/other`)
  expect(await find(id)).toMatchObject({ name: 'Sheet', url: `${url}/other`, campaignIds: null })
  await it.send(webhookRoutes.remove, owner, { params: { id } })
  expect(await find(id)).toBeUndefined()
  expect((await it.send(webhookRoutes.test, owner, { params: { id } })).status).toBe(404)
})

test('of other campaigns nothing is sent, and nothing that is not asked for', async () => {
  const { make, arrive, campaign, campaignId, settled, change } = await webhookWorld(it)
  const { url } = await testReceiver()
  const other = await campaign()
  const { id } = await make(url, { campaignIds: [campaignId] })
  await arrive({ campaignId: other })
  const leadId = await arrive()
  await change(leadId, { value: 5 })
  await arrive()
  const all = await settled(id, (found) => found.length === 2)
  expect(all.map(({ type }) => type)).toEqual(['lead.created', 'lead.created'])
})

test('repeat enquiries, changes and the trash are sent with what they say, in their order', async () => {
  const { make, arrive, leads, now, settled } = await webhookWorld(it)
  const { url, received } = await testReceiver()
  const { id } = await make(url, { types: ['lead.repeated', 'lead.deleted', 'lead.restored', 'lead.updated'] })
  const phone = nextPhone()
  const leadId = await arrive({ phone, name: 'Noa' })
  await arrive({ phone, message: 'Again' })
  await leads.change(await now(), leadId, { name: 'Noa Barak' })
  await leads.remove(await now(), [leadId])
  await settled(id, ([last]) => last?.state === 'delivered' && last.type === 'lead.deleted')
  await leads.restore(await now(), [leadId])
  await settled(id, (all) => all.length === 4 && all.every(({ state }) => state === 'delivered'))
  expect(received.map(({ body }) => body.type)).toEqual([
    'lead.repeated',
    'lead.updated',
    'lead.deleted',
    'lead.restored',
  ])
  expect(received[0]?.body.data).toMatchObject({ enquiry: { message: 'Again' }, lead: { _id: leadId } })
  expect(received[1]?.body.data).toMatchObject({ changes: { name: ['Noa', 'Noa Barak'] } })
  expect(received[2]?.body.data).toMatchObject({ lead: { _id: leadId, deletedAt: expect.any(String) } })
})

test('a test is sent at once, also while the webhook is paused, and is not tried again', async () => {
  const { owner, make, arrive, settled, log, one } = await webhookWorld(it)
  const { url, received, answers } = await testReceiver()
  const { id } = await make(url)
  await it.send(webhookRoutes.pause, owner, { params: { id }, body: { isPaused: true } })
  const first = await it.send(webhookRoutes.test, owner, { params: { id } })
  expect(first.body.delivery).toMatchObject({ type: 'webhook.test', state: 'delivered', lastTry: { status: 200 } })
  expect(received[0]?.body).toMatchObject({ type: 'webhook.test', data: { webhook: { _id: id, name: 'CRM' } } })
  const [webhook] = (await it.send(webhookRoutes.list, owner, {})).body.webhooks
  expect(webhook?.lastSuccessAt).not.toBeNull()
  answers(404)
  const second = await it.send(webhookRoutes.test, owner, { params: { id } })
  expect(second.body.delivery).toMatchObject({ state: 'failed', lastTry: { status: 404, answer: 'no 404' } })
  await arrive()
  await settled(id, (all) => all.length === 3)
  expect(received).toHaveLength(2)
  expect((await log(id, { state: 'failed' })).map(({ _id }) => _id)).toEqual([second.body.delivery._id])
  expect((await one(id, second.body.delivery._id)).body).toBe(received[1]?.raw)
})

test('one and many are sent again with the same ids', async () => {
  const { owner, make, arrive, settled } = await webhookWorld(it)
  const { url, received } = await testReceiver()
  const { id } = await make(url)
  const since = new Date().toISOString()
  for (let count = 0; count < 3; count += 1) await arrive()
  const all = await settled(id, (found) => found.length === 3 && found.every(({ state }) => state === 'delivered'))
  const replay = (body: object) => it.send(webhookRoutes.replay, owner, { params: { id }, body: body as never })
  expect((await replay({ eventIds: [all[0]?._id] })).body.replayed).toBe(1)
  await waitFor(() => received.length === 4)
  expect(received[3]?.id).toBe(all[0]?._id)
  expect(received[3]?.raw).toBe(received.find(({ id: sent }) => sent === all[0]?._id)?.raw)
  await settled(id, (found) => found.every(({ state }) => state === 'delivered'))
  expect((await replay({ all: { state: 'delivered', since } })).body.replayed).toBe(3)
  await waitFor(() => received.length === 7)
  expect(new Set(received.map((one) => one.id)).size).toBe(3)
  expect((await replay({})).status).toBe(422)
})

test('a key makes webhooks for what it may read, of its campaigns, and sees no others', async () => {
  const { make, apiKey, campaignId, campaign } = await webhookWorld(it)
  const { url } = await testReceiver()
  await make(url)
  const other = await campaign()
  const key = await apiKey(['leads:read', 'webhooks:write'], [campaignId])
  const create = (body: object) => it.send(webhookRoutes.create, key, { body: { ...wanted, url, ...body } })
  expect(refusal(await create({ types: ['call.completed'] }))).toMatchObject({ code: 'webhook_scope_missing' })
  expect((await create({ campaignIds: [other] })).status).toBe(422)
  const { body, status } = await create({})
  expect(status).toBe(201)
  expect(body.webhook.campaignIds).toEqual([campaignId])
  const listed = await it.send(webhookRoutes.list, key, {})
  expect(listed.body.webhooks.map(({ _id }) => _id)).toEqual([body.webhook._id])
  expect((await it.send(webhookRoutes.list, await apiKey(['leads:read']), {})).status).toBe(403)
  await it.send(webhookRoutes.remove, key, { params: { id: body.webhook._id } })
  expect((await it.send(webhookRoutes.list, key, {})).body.webhooks).toEqual([])
})

test('what was sent of a person is deleted with the person', async () => {
  const { make, arrive, settled, now, businessId } = await webhookWorld(it)
  const { url } = await testReceiver()
  const { id } = await make(url)
  const phone = nextPhone()
  const leadId = await arrive({ phone })
  await arrive()
  await settled(id, (all) => all.length === 2 && all.every(({ state }) => state === 'delivered'))
  const { status } = await it.send(privacyRoutes.eraseLead, await now(), {
    ...{ params: { id: leadId }, body: { typed: 'Dana Levi' } },
  })
  expect(status).toBe(200)
  await settled(id, (all) => all.length === 1)
  const left = await it.deps.workerDb
    .selectFrom('webhook_deliveries')
    .select(['body'])
    .where('business_id', '=', businessId)
    .execute()
  expect(JSON.stringify(left)).not.toContain(phone)
})
