import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { numberRoutes } from '#contract/calls/numbers.ts'
import { softphoneRoutes } from '#contract/calls/softphone.ts'
import type { ExchangeAccount } from '../../providers/exchange/account.ts'
import { signHook } from '../../providers/twilio/signature.ts'
import { aPhone, type Credentials, testApp } from '../../testing/test-app.ts'
import { aSid, testExchange, testNumber } from '../../testing/test-numbers.ts'

const HOUR_MS = 3_600_000
let time = Date.now()
const softphoneKey: ExchangeAccount['softphoneKey'] = (_identity, now) => ({
  ...{ kind: 'local', token: 'of the exchange', expiresAt: now },
})
const exchange = { ...testExchange, softphoneKey }
const it = await testApp({ exchange: () => exchange, now: () => new Date(time) })

/** The tokens that the fake of Twilio's account check accepts. */
let taken: string[] = []
beforeEach(() => {
  taken = []
  const real = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string | URL, init: RequestInit = {}) => {
    if (!String(url).startsWith('https://api.twilio.com')) return real(url, init)
    const given = Buffer.from(new Headers(init.headers).get('authorization')?.slice(6) ?? '', 'base64').toString()
    return taken.includes(given.split(':')[1] ?? '')
      ? Response.json({ incoming_phone_numbers: [], subresource_uris: {} })
      : Response.json({ code: 20003, message: 'Authenticate' }, { status: 401 })
  })
})
afterEach(() => void vi.unstubAllGlobals())

const accountSid = `AC${'7'.repeat(32)}`
const [first, second] = ['the first token', 'the second token']
const key = { apiKeySid: `SK${'1'.repeat(32)}`, apiKeySecret: 'secret of the key' }
const connect = (owner: Credentials, authToken: string, more = {}) =>
  it.send(numberRoutes.connect, owner, { body: { accountSid, authToken, ...more } })
const shown = async (owner: Credentials) => (await it.send(numberRoutes.connection, owner, {})).body.connection
const areas = (owner: Credentials) => it.send(numberRoutes.areas, owner, {})

async function hook(connectionId: string, phone: string, token: string) {
  const url = `/hooks/voice/${connectionId}/inbound`
  const form = { AccountSid: accountSid, CallSid: aSid('CA'), CallStatus: 'ringing', From: aPhone(), To: phone }
  const reply = await it.app.inject({
    ...{ method: 'POST', url, payload: new URLSearchParams(form).toString() },
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': signHook(token, it.env.publicUrl + url, Object.entries(form)),
    },
  })
  return reply.statusCode
}

test('secrets that the provider refuses are said in its words, until it takes them again', async () => {
  const owner = await (await it.newBusiness()).member('Owner')
  expect((await connect(owner, first)).body).toMatchObject({ code: 'voice_credentials_wrong' })
  taken = [first]
  expect((await connect(owner, first)).body.connection).toMatchObject({ state: 'active', error: null })
  taken = []
  expect((await areas(owner)).body).toMatchObject({ code: 'voice_credentials_wrong' })
  await expect.poll(() => shown(owner)).toMatchObject({ state: 'failing', error: 'Authenticate' })
  taken = [first]
  expect((await areas(owner)).status).toBe(200)
  await expect.poll(() => shown(owner)).toMatchObject({ state: 'active', error: null })
})

test('the token before is believed for a day, and not when only an API key was added', async () => {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  taken = [first, second]
  const { _id: connectionId } = (await connect(owner, first)).body.connection
  const { phone } = await testNumber(it, business)
  expect(await hook(connectionId, phone, first)).toBe(200)
  await connect(owner, second)
  await connect(owner, second, key)
  expect(await hook(connectionId, phone, second)).toBe(200)
  expect(await hook(connectionId, phone, first)).toBe(200)
  time += 24 * HOUR_MS
  it.deps.caches.endAll()
  expect(await hook(connectionId, phone, second)).toBe(200)
  expect(await hook(connectionId, phone, first)).toBe(403)
  time -= 24 * HOUR_MS
})

test('an account that is connected, given another token and disconnected is in the log, and no secret of it', async () => {
  const { businessId, db, member } = await it.newBusiness()
  const owner = await member('Owner')
  taken = [first, second]
  await connect(owner, first)
  await connect(owner, second)
  expect((await it.send(numberRoutes.disconnect, owner, {})).status).toBe(200)
  const written = db.selectFrom('events').select(['name', 'actor', 'payload', 'personal']).orderBy('id')
  const events = await written.where('business_id', '=', businessId).execute()
  expect(events.map(({ name }) => name)).toEqual(['connection.added', 'connection.changed', 'connection.removed'])
  for (const { actor, payload } of events)
    expect([actor, payload]).toMatchObject([{ userId: owner.userId }, { accountSid }])
  for (const token of [first, second]) expect(JSON.stringify(events)).not.toContain(token)
})

test('one’s phone signs in wherever a number rings it: connecting Twilio does not silence the exchange’s numbers', async () => {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const kinds = async () =>
    (await it.send(softphoneRoutes.token, owner, {})).body.softphones.map(({ kind, url }) => [kind, url !== null])
  expect(await kinds()).toEqual([])
  const { numberId } = await testNumber(it, business)
  expect(await kinds()).toEqual([['local', true]])
  taken = [first]
  await connect(owner, first)
  expect(await kinds(), 'without an API key Twilio has no phones in browsers').toEqual([['local', true]])
  await connect(owner, first, key)
  expect(await kinds()).toEqual([
    ['twilio', false],
    ['local', true],
  ])
  await business.db.updateTable('virtual_numbers').set({ state: 'quarantined' }).where('id', '=', numberId).execute()
  expect(await kinds()).toEqual([['twilio', false]])
})
