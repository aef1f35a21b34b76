import { afterEach, expect, test } from 'vitest'
import { whatsAppRoutes as routes } from '#contract/leads/messages/whatsapp.ts'
import { newId } from '../../../platform/ids.ts'
import { newNumber, whatsAppBox } from '../../../testing/features/test-whatsapp.ts'
import { testApp } from '../../../testing/test-app.ts'
import { refusal } from '../../../testing/test-leads.ts'
import { waitFor } from '../../../testing/wait-for.ts'
import { lookAfterDue } from './looking-after.service.ts'

const NOON = Date.parse('2026-11-24T10:00:00Z')
const MINUTE = 60_000
let time = NOON
const meta = await whatsAppBox({ now: () => time, tokenMs: 60 * MINUTE })
const it = await testApp({ env: meta.env, now: () => new Date(time) })
meta.use(it)
const { box } = meta
afterEach(() => {
  time = NOON
})

async function owned() {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const find = async () => (await it.send(routes.get, owner, {})).body
  return { ...business, owner, find }
}
const stored = (businessId: string) =>
  it.deps.workerDb.selectFrom('connections').selectAll().where('business_id', '=', businessId).executeTakeFirstOrThrow()

test('a business connects on the page of Meta, sees its number, and nothing secret is stored in clear', async () => {
  const at = await owned()
  expect(await at.find()).toMatchObject({ connection: null, hasSignIn: true })
  const { phone, account } = await meta.connected(at.owner)
  expect((await at.find()).connection).toMatchObject({
    ...{ phone, name: 'Green Gardens', state: 'active', lastFailure: null, hook: null, templates: 8 },
    ...{ campaignId: at.campaignId, lastReceivedAt: null, expiresAt: new Date(time + 60 * MINUTE).toISOString() },
  })
  const row = JSON.stringify(await stored(at.businessId))
  expect(row).not.toContain('EAAbox')
  expect(account.callback?.url).toContain(`/hooks/whatsapp/${(await at.find()).connection?._id}`)
})

test('the way back belongs to the tab that began it, to its business, and works once', async () => {
  const [at, other] = [await owned(), await owned()]
  const { ticket, query, page } = await meta.wayBack(at.owner, { answer: 'allow', name: 'A', phone: newNumber() })
  expect(page.pathname).toBe(`/b/${at.businessId}/settings/channels`)
  const finish = (as: typeof at.owner, body: { ticket: string; query: string }) => it.send(routes.finish, as, { body })
  expect(refusal(await finish(at.owner, { ticket: 'another', query })).code).toBe('whatsapp_sign_in_failed')
  expect((await finish(at.owner, { ticket, query })).status).toBe(200)
  expect(refusal(await finish(at.owner, { ticket, query })).code).toBe('whatsapp_sign_in_failed')
  const second = await meta.wayBack(at.owner, { answer: 'allow', name: 'B', phone: newNumber() })
  expect(refusal(await finish(other.owner, second)).code).toBe('whatsapp_sign_in_failed')
  const denied = await meta.wayBack(at.owner, { answer: 'deny' })
  expect(refusal(await finish(at.owner, denied)).code).toBe('whatsapp_sign_in_failed')
})

test('a number belongs to one business, and can be connected again after it left', async () => {
  const [at, other] = [await owned(), await owned()]
  const { phone } = await meta.connected(at.owner)
  const { ticket, query } = await meta.wayBack(other.owner, { answer: 'allow', name: 'X', phone })
  const taken = await it.send(routes.finish, other.owner, { body: { ticket, query } })
  expect(refusal(taken)).toMatchObject({ status: 409, code: 'whatsapp_number_taken' })
  const left = await it.send(routes.disconnect, at.owner, {})
  expect(left.body.connection).toBeNull()
  expect(await stored(at.businessId)).toMatchObject({ secrets: {}, settings: {} })
  await meta.connected(other.owner, phone)
})

test('of businesses that connect one number at once, one gets it', async () => {
  const businesses = [await owned(), await owned(), await owned()]
  const phone = newNumber()
  const ways = []
  for (const { owner } of businesses)
    ways.push({ owner, body: await meta.wayBack(owner, { answer: 'allow', name: 'X', phone }) })
  const replies = await Promise.all(ways.map(({ owner, body }) => it.send(routes.finish, owner, { body })))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  for (const reply of replies.filter(({ status }) => status === 409))
    expect(refusal(reply).code).toBe('whatsapp_number_taken')
  const found = await Promise.all(businesses.map(({ find }) => find()))
  expect(found.filter(({ connection }) => connection)).toHaveLength(1)
  const connectedEvents = await it.deps.workerDb
    .selectFrom('events')
    .select('business_id')
    .where('name', '=', 'whatsapp.connected')
    .where(
      'business_id',
      'in',
      businesses.map(({ businessId }) => businessId),
    )
    .execute()
  expect(connectedEvents).toHaveLength(1)
})

test('a number that another business has leaves the own one connected', async () => {
  const [at, other] = [await owned(), await owned()]
  const { phone } = await meta.connected(at.owner)
  const own = await meta.connected(other.owner)
  const { ticket, query } = await meta.wayBack(other.owner, { answer: 'allow', name: 'X', phone })
  const taken = await it.send(routes.finish, other.owner, { body: { ticket, query } })
  expect(refusal(taken)).toMatchObject({ status: 409, code: 'whatsapp_number_taken' })
  expect((await other.find()).connection).toMatchObject({ _id: own.connection._id, phone: own.phone })
})

test('by an app of its own: the account is tried first, its hooks are signed with its own secret', async () => {
  const at = await owned()
  const account = box.accounts.ensureAccount({ phone: newNumber(), name: 'Own' })
  const { access_token: token } = box.accounts.newToken([account.wabaId])
  const own = { phoneNumberId: account.phoneNumberId, wabaId: account.wabaId, token, appSecret: 's'.repeat(32) }
  const connect = (changes: object) => it.send(routes.connect, at.owner, { body: { ...own, ...changes } })
  expect(refusal(await connect({ token: 'x'.repeat(40) })).code).toBe('whatsapp_token_refused')
  expect(refusal(await connect({ phoneNumberId: '1'.repeat(15) })).code).toBe('whatsapp_no_number')
  expect(refusal(await connect({ token: 'short' })).issues).toHaveProperty('token')
  expect((await at.find()).connection).toBeNull()
  const { connection } = (await connect({})).body
  const { _id = '', hook } = connection ?? {}
  expect(connection).toMatchObject({ phone: account.phone, expiresAt: null })
  const verify = (token: string) =>
    it.app.inject({
      method: 'GET',
      url: `/hooks/whatsapp/${_id}`,
      query: { 'hub.mode': 'subscribe', 'hub.verify_token': token, 'hub.challenge': '1158201444' },
    })
  const verified = await verify(hook?.verifyToken ?? '')
  expect([verified.statusCode, verified.body]).toEqual([200, '1158201444'])
  expect((await verify('guessed')).statusCode).toBe(403)
  const body = '{"object":"whatsapp_business_account","entry":[]}'
  expect((await meta.hook(_id, body, own.appSecret)).statusCode).toBe(200)
  // The secret of the installation's app signs nothing of this account.
  expect((await meta.hook(_id, body)).statusCode).toBe(403)
})

test('hooks without the right signature, of a changed body or an unknown connection change nothing', async () => {
  const at = await owned()
  const { connection, account } = await meta.connected(at.owner)
  const value = {
    metadata: { phone_number_id: account.phoneNumberId },
    messages: [{ from: '972501112233', id: 'wamid.forged', type: 'text', text: { body: 'Forged' } }],
  }
  const body = JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: account.wabaId, changes: [{ field: 'messages', value }] }],
  })
  expect((await meta.hook(connection._id, body, 'another secret')).statusCode).toBe(403)
  expect((await meta.hook(newId(), body)).statusCode).toBe(404)
  await it.send(routes.disconnect, at.owner, {})
  expect((await meta.hook(connection._id, body)).statusCode).toBe(404)
  const events = it.deps.workerDb.selectFrom('provider_events').selectAll().where('business_id', '=', at.businessId)
  expect(await events.execute()).toEqual([])
})

test('a token is renewed before it ends; one that was revoked is said on the page until it is connected again', async () => {
  const at = await owned()
  const { connection, phone, account } = await meta.connected(at.owner)
  const later = async () => ({ ...at.owner, ...(await it.signIn(at.owner.userId)) })
  time += 41 * MINUTE
  await lookAfterDue(it.deps)
  const renewed = (await it.send(routes.get, await later(), {})).body.connection
  expect(renewed?.expiresAt).toBe(new Date(time + 60 * MINUTE).toISOString())
  time += 41 * MINUTE
  box.accounts.endTokens()
  await lookAfterDue(it.deps)
  const owner = await later()
  const failing = await waitFor(async () => {
    const found = (await it.send(routes.get, owner, {})).body.connection
    return found?.state === 'failing' && found
  })
  expect(failing).toMatchObject({ _id: connection._id, lastFailure: { reason: 'token' } })
  expect(refusal(await it.send(routes.test, owner, {})).code).toBe('whatsapp_token_refused')
  expect(account.callback).not.toBeNull()
  const again = await meta.connected(owner, phone)
  expect(again.connection).toMatchObject({ _id: connection._id, state: 'active', lastFailure: null })
})

test('that messages do not arrive here is said, while sending works', async () => {
  const at = await owned()
  const { account } = await meta.connected(at.owner)
  box.fail(/^POST \d+\/subscribed_apps/, { status: 400, code: 2_200, message: 'Callback verification failed' })
  const tested = (await it.send(routes.test, at.owner, {})).body.connection
  expect(tested).toMatchObject({
    state: 'failing',
    lastFailure: { reason: 'hook', words: 'Callback verification failed' },
  })
  expect((await it.send(routes.test, at.owner, {})).body.connection).toMatchObject({
    state: 'active',
    lastFailure: null,
  })
  expect(account.callback).not.toBeNull()
})

test('newcomers become leads in the chosen campaign', async () => {
  const at = await owned()
  await meta.connected(at.owner)
  const campaign = await at.campaign()
  const chosen = await it.send(routes.change, at.owner, { body: { campaignId: campaign } })
  expect(chosen.body.connection).toMatchObject({ campaignId: campaign })
  expect((await it.send(routes.change, at.owner, { body: { campaignId: newId() } })).status).toBe(404)
})
