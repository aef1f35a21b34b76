import { beforeAll, describe, expect, test } from 'vitest'
import { leadRoutes } from '#contract/leads/leads.ts'
import { newId } from '../../../platform/ids.ts'
import { testApp } from '../../../testing/test-app.ts'
import { nextPhone, refusal, testLeads } from '../../../testing/test-leads.ts'
import { signAccessToken } from '../../access/access-tokens.ts'

const it = await testApp({ own: true })
const { app, send, newBusiness } = it
const { add, get, history, change, page } = testLeads(it)

const setUp = async () => {
  const business = await newBusiness()
  const [owner, key, other] = [await business.member('Owner'), await business.apiKey(), await newBusiness()]
  const lead = await add(key, { campaignId: business.campaignId })
  const theirs = await add(await other.apiKey(), { campaignId: other.campaignId })
  return { ...business, owner, key, other, lead, theirs }
}
let world: Awaited<ReturnType<typeof setUp>>
beforeAll(async () => {
  world = await setUp()
})

type Request = { method?: 'POST' | 'PATCH' | 'GET'; url?: string; payload?: string; headers?: Record<string, string> }
/** Sends a request in both languages, as an API key unless the headers say otherwise. The body need not be JSON. */
async function inBoth({ method = 'POST', url = '/lead', payload, headers = {} }: Request) {
  const ask = async (language: string) => {
    const given = {
      ...world.key,
      'content-type': 'application/json',
      'accept-language': language,
      host: 'localhost',
      ...headers,
    }
    const { authorization, ...rest } = given
    const reply = await app.inject({
      method,
      url: `/api${url}`,
      headers: { ...rest, ...(authorization && { authorization }) },
      ...(payload !== undefined && { payload }),
    })
    return refusal({ status: reply.statusCode, body: reply.json() })
  }
  const before = await stored()
  const [en, he] = [await ask('en'), await ask('he')]
  expect(await stored()).toEqual(before)
  expect(it.errors).toEqual([])
  expect([he.status, he.code, Object.keys(he.issues)]).toEqual([en.status, en.code, Object.keys(en.issues)])
  for (const text of [he.message, ...Object.values(he.issues)]) expect(text).toMatch(/[א-ת]/)
  for (const text of [en.message, ...Object.values(en.issues)]) expect(text).toMatch(/^[^א-ת{}]+$/)
  return en
}
/** All rows that leads create, in both businesses. */
const stored = async () => {
  const ids = [world.businessId, world.other.businessId]
  const tables = ['leads', 'lead_enquiries', 'lead_comments', 'events', 'idempotency_keys'] as const
  const counts = tables.map((table) =>
    it.deps.workerDb
      .selectFrom(table)
      .select((eb) => eb.fn.countAll().as('count'))
      .where('business_id', 'in', ids)
      .executeTakeFirst(),
  )
  const rows = await it.deps.workerDb
    .selectFrom('leads')
    .selectAll()
    .where('business_id', 'in', ids)
    .orderBy('id')
    .execute()
  return { counts: await Promise.all(counts), rows }
}
const asOwner = () => ({ authorization: world.owner.authorization, 'x-business-id': world.businessId })
const aLead = (body: object) =>
  JSON.stringify({ name: 'Dana', phone: '+972724449999', campaignId: world.campaignId, ...body })

describe('a lead with', () => {
  test.each<[string, object, string, string]>([
    ['a null byte in the name', { name: 'a\0b' }, 'name', 'Some characters are not allowed'],
    ['half a character', { name: 'a\ud83d' }, 'name', 'Some characters are not allowed'],
    ['the other half', { message: '\udc4db' }, 'message', 'Some characters are not allowed'],
    ['a null byte in the source', { source: 'x\0' }, 'source', 'Some characters are not allowed'],
    ['a null byte in the UTM', { utm: { source: '\0' } }, 'utm.source', 'Some characters are not allowed'],
    ['a null byte in a click id', { gclid: '\0' }, 'gclid', 'Some characters are not allowed'],
    ['a null byte in the phone', { phone: '072444\x000001' }, 'phone', 'Some characters are not allowed'],
    ['a null byte in the e-mail', { email: 'a\0@example.test' }, 'email', 'Invalid email address'],
    ['a name of 100,000 characters', { name: 'ש'.repeat(100_000) }, 'name', 'Maximum 200 characters allowed'],
    ['a message of 100,000 characters', { message: 'ש'.repeat(100_000) }, 'message', 'Maximum 5000 characters allowed'],
    ['a phone of 100,000 digits', { phone: '0'.repeat(100_000) }, 'phone', 'Maximum 40 characters allowed'],
    ['a number for a name', { name: 5 }, 'name', 'The value is of the wrong type'],
    ['an object for a name', { name: { he: 'דנה' } }, 'name', 'The value is of the wrong type'],
    ['a list for the UTM', { utm: ['google'] }, 'utm', 'The value is of the wrong type'],
    ['a text for the UTM', { utm: 'google' }, 'utm', 'The value is of the wrong type'],
    ['no campaign', { campaignId: undefined }, 'campaignId', 'Please select campaign'],
    ['a campaign that is no id', { campaignId: 'all' }, 'campaignId', 'Please select campaign'],
    ['an empty campaign', { campaignId: '' }, 'campaignId', 'Please select campaign'],
    ['a wrong phone', { phone: '12' }, 'phone', 'Invalid phone number'],
    ['a text for the value', { value: '100' }, 'value', 'The value is of the wrong type'],
    ['a value below nothing', { value: -1 }, 'value', 'The value is not valid'],
    ['half an agora', { value: 0.5 }, 'value', 'The value is of the wrong type'],
    ['a value past all numbers', { value: 1e300 }, 'value', 'The value is not valid'],
    ['a value whose sums no counter could hold', { value: 100_000_000_001 }, 'value', 'The value is not valid'],
    ['a status that is no id', { statusId: 'won' }, 'statusId', 'The value is not valid'],
  ])('%s is refused', async (_, body, path, message) => {
    const { status, code, issues } = await inBoth({ payload: aLead(body) })
    expect([status, code]).toEqual([422, 'invalid_input'])
    expect(Object.keys(issues)).toEqual([path])
    expect(issues[path]).toBe(message)
  })

  test('several faults are all named', async () => {
    const { issues } = await inBoth({ payload: aLead({ name: 5, value: 'x', statusId: 1 }) })
    expect(Object.keys(issues).sort()).toEqual(['name', 'statusId', 'value'])
  })

  test('one reply names faults of shape, campaign, phone and status together', async () => {
    const status = '00000000-0000-4000-8000-000000000000'
    const { issues } = await inBoth({
      payload: JSON.stringify({ name: 5, phone: '12', email: 'dana@', statusId: status, duplicate: 'create' }),
    })
    expect(issues).toEqual({
      name: 'The value is of the wrong type',
      email: 'Invalid email address',
      phone: 'Invalid phone number',
      duplicate: 'API keys cannot do this',
      campaignId: 'Please select campaign',
      statusId: 'This status was not found',
    })
  })

  test('a missing campaign and an unknown status are named together', async () => {
    const { issues } = await inBoth({ payload: aLead({ campaignId: undefined, statusId: newId() }) })
    expect(Object.keys(issues).sort()).toEqual(['campaignId', 'statusId'])
  })

  test('an unknown campaign, assignee and status are named with all other faults, and with each other', async () => {
    const unknown = { campaignId: newId(), assignedTo: newId(), statusId: newId() }
    const wanted = {
      campaignId: 'This campaign was not found',
      assignedTo: 'This person was not found',
      statusId: 'This status was not found',
    }
    expect(await inBoth({ payload: aLead(unknown), headers: asOwner() })).toMatchObject({
      status: 422,
      code: 'invalid_input',
      issues: wanted,
    })
    const { issues } = await inBoth({ payload: aLead({ ...unknown, phone: '12', value: 'x' }), headers: asOwner() })
    expect(issues).toEqual({ ...wanted, phone: 'Invalid phone number', value: 'The value is of the wrong type' })
    const { campaignId: _, ...others } = unknown
    const pair = await inBoth({ payload: aLead(others), headers: asOwner() })
    expect(Object.keys(pair.issues).sort()).toEqual(['assignedTo', 'statusId'])
    // A single one keeps its own code.
    for (const [field, code] of [
      ['campaignId', 'campaign_not_found'],
      ['assignedTo', 'user_not_found'],
    ] as const)
      expect(await inBoth({ payload: aLead({ [field]: newId() }), headers: asOwner() })).toMatchObject({
        status: 404,
        code,
      })
  })

  test('an empty body names campaign and contact together', async () => {
    const { issues } = await inBoth({ payload: '{}' })
    expect(Object.keys(issues).sort()).toEqual(['campaignId', 'phone'])
  })
})

describe('a body that is', () => {
  const huge = () => aLead({ message: 'x'.repeat(10_485_760) })
  test.each<[string, () => Request, number, string]>([
    ['no JSON', () => ({ payload: '{"name":' }), 400, 'invalid_json'],
    ['a word', () => ({ payload: 'lead' }), 400, 'invalid_json'],
    ['a poisoned object', () => ({ payload: '{"__proto__":{"name":"x"}}' }), 400, 'invalid_json'],
    ['nothing', () => ({}), 422, 'invalid_input'],
    ['empty', () => ({ payload: '' }), 422, 'invalid_input'],
    ['null', () => ({ payload: 'null' }), 422, 'invalid_input'],
    ['a list', () => ({ payload: `[${aLead({})}]` }), 422, 'invalid_input'],
    ['a text', () => ({ payload: '"lead"' }), 422, 'invalid_input'],
    ['of 10 MB', () => ({ payload: huge() }), 413, 'body_too_large'],
    [
      'of another type',
      () => ({ payload: '<lead/>', headers: { 'content-type': 'text/xml' } }),
      415,
      'unsupported_media',
    ],
    [
      'a form without anything',
      () => ({ payload: '', headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
      422,
      'invalid_input',
    ],
    [
      'a form with broken characters',
      () => ({
        payload: `phone=%00&name=%ff%00&campaignId=${world.campaignId}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
      422,
      'invalid_input',
    ],
  ])('%s gets its answer', async (_, request, status, code) => {
    expect(await inBoth(request())).toMatchObject({ status, code })
  })

  test('of 10 MB is not read before sign-in', async () => {
    expect(await inBoth({ payload: huge(), headers: { authorization: 'Bearer x' } })).toMatchObject({ status: 401 })
  })
})

describe('an id', () => {
  const others = () => ({ lead: world.theirs._id, campaign: world.other.campaignId, status: world.other.statusIds.won })
  test.each<[string, () => Request, number, string]>([
    ['of another’s campaign', () => ({ payload: aLead({ campaignId: others().campaign }) }), 404, 'campaign_not_found'],
    ['of another’s status', () => ({ payload: aLead({ statusId: others().status }) }), 422, 'invalid_input'],
    ['of an unknown user to assign', () => ({ payload: aLead({ assignedTo: newId() }) }), 404, 'user_not_found'],
    [
      'of another’s lead, read',
      () => ({ method: 'GET', url: `/lead/${others().lead}`, headers: asOwner() }),
      404,
      'lead_not_found',
    ],
    [
      'of another’s lead, changed',
      () => ({ method: 'PATCH', url: `/lead/${others().lead}`, payload: '{"value":1}', headers: asOwner() }),
      404,
      'lead_not_found',
    ],
    [
      'of another’s lead, commented',
      () => ({ url: `/lead/${others().lead}/comments`, payload: '{"text":"x"}', headers: asOwner() }),
      404,
      'lead_not_found',
    ],
    [
      'of another’s lead, marked',
      () => ({ url: `/lead/${others().lead}/read`, payload: '{"isRead":true}', headers: asOwner() }),
      404,
      'lead_not_found',
    ],
    [
      'of another’s lead, deleted',
      () => ({ url: '/lead/delete', payload: `{"leadIds":["${others().lead}"]}`, headers: asOwner() }),
      404,
      'lead_not_found',
    ],
    [
      'of another’s lead, restored',
      () => ({ url: '/lead/restore', payload: `{"leadIds":["${others().lead}"]}`, headers: asOwner() }),
      404,
      'lead_not_found',
    ],
    ['that is none', () => ({ method: 'GET', url: '/lead/1%27%20or%201=1', headers: asOwner() }), 422, 'invalid_input'],
    ['with a null byte', () => ({ method: 'GET', url: '/lead/%00', headers: asOwner() }), 422, 'invalid_input'],
    [
      'list that is none',
      () => ({ url: '/lead/delete', payload: '{"leadIds":{"0":"x"}}', headers: asOwner() }),
      422,
      'invalid_input',
    ],
    [
      'of another’s business',
      () => ({ method: 'GET', headers: { ...asOwner(), 'x-business-id': world.other.businessId } }),
      404,
      'business_not_found',
    ],
    [
      'of a business that is none',
      () => ({ method: 'GET', headers: { ...asOwner(), 'x-business-id': "1' or 1=1" } }),
      404,
      'business_not_found',
    ],
  ])('%s gets its answer', async (_, request, status, code) => {
    expect(await inBoth(request())).toMatchObject({ status, code })
  })

  test('no business at all is 400', async () => {
    const { authorization } = world.owner
    const reply = await send(leadRoutes.list, { authorization }, { query: {} })
    expect(refusal(reply)).toMatchObject({ status: 400, code: 'business_required', message: 'Choose a business first' })
  })
})

describe('a token that is', () => {
  const { secretKey } = it.env
  const signed = (secret: string, now: Date, values: object = {}) =>
    signAccessToken(
      secret as typeof secretKey,
      { userId: world.owner.userId, sessionId: world.owner.sessionId, ...values },
      now,
    )
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  test.each<[string, () => Promise<string> | string]>([
    ['missing', () => ''],
    ['no token', () => 'Bearer x'],
    ['of another scheme', () => `Basic ${Buffer.from('a:b').toString('base64')}`],
    ['expired', async () => `Bearer ${await signed(secretKey, new Date(Date.now() - 16 * 60_000))}`],
    ['signed with another key', async () => `Bearer ${await signed('y'.repeat(40), new Date())}`],
    ['of an ended session', async () => `Bearer ${await signed(secretKey, new Date(), { sessionId: newId() })}`],
    ['of another’s session', async () => `Bearer ${await signed(secretKey, new Date(), { userId: newId() })}`],
    [
      'changed',
      async () =>
        `Bearer ${(await signed(secretKey, new Date())).replace(/\.[^.]+\./, (claims) => `${claims.slice(0, -3)}AA.`)}`,
    ],
    [
      'not signed at all',
      () =>
        `Bearer ${part({ alg: 'none' })}.${part({ sub: world.owner.userId, sid: world.owner.sessionId, exp: 9_999_999_999 })}.`,
    ],
    ['endless', () => `Bearer ${'x'.repeat(10_000)}`],
  ])('%s is 401, whatever the body', async (_, token) => {
    const headers = { ...asOwner(), authorization: await token() }
    for (const payload of [aLead({}), '{"name":'])
      expect(await inBoth({ headers, payload })).toMatchObject({
        status: 401,
        code: 'unauthenticated',
        message: 'Sign in to continue',
      })
  })
})

describe('a name with', () => {
  test.each([
    ['HTML', '<script>alert("x")</script>&amp;<b>'],
    ['both directions', 'דנה Levi 123 (כהן)'],
    ['marks of direction', '\u202eabc\u202c \u200fדנה\u200e \u2067x\u2069'],
    ['emoji', '👩‍👩‍👧‍👦🇮🇱 דנה'],
    ['quotes and slashes', `O'Brien "x" \\ / ; -- %s $1 {{name}}`],
    ['accents and vowel points', 'Zoë דָּנָה e\u0301'],
  ])('%s is stored and shown as typed', async (_, name) => {
    const { campaignId, owner, key } = world
    const lead = await add(key, { name, campaignId, phone: nextPhone() })
    expect([lead.name, (await get(owner, lead._id)).body.lead.name]).toEqual([name, name])
    const { leads } = (await page(owner)).body
    expect(leads.find(({ _id }) => _id === lead._id)?.name).toBe(name)
    await change(owner, lead._id, { name: 'xy' })
    await change(owner, lead._id, { name })
    expect((await history(owner, lead._id)).body.history[0]?.changes).toEqual({ name: ['xy', name] })
  })

  test('surrounding spaces is trimmed', async () => {
    expect((await add(world.key, { name: ' \u00a0Dana\t\n', campaignId: world.campaignId })).name).toBe('Dana')
  })
})

test('an Idempotency-Key may contain any letters; one that is too long is refused', async () => {
  const tooLong = { 'idempotency-key': 'x'.repeat(256) }
  const refused = await send(
    leadRoutes.create,
    world.key,
    { body: { phone: nextPhone(), campaignId: world.campaignId } },
    tooLong,
  )
  expect(refusal(refused)).toMatchObject({ status: 422, code: 'invalid_input' })
  for (const value of ['x'.repeat(255), 'é ÿ', "'; --"]) {
    const body = { name: 'Dana', phone: nextPhone(), campaignId: world.campaignId }
    const reply = await send(leadRoutes.create, world.key, { body }, { 'idempotency-key': value })
    expect(reply.status).toBe(201)
    const again = await send(leadRoutes.create, world.key, { body }, { 'idempotency-key': value })
    expect(again.body).toEqual(reply.body)
  }
})
