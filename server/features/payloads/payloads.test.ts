import { expect, test } from 'vitest'
import { apiKeyRoutes } from '#contract/auth/api-keys.ts'
import { formRoutes } from '#contract/forms.ts'
import { testApp } from '../../testing/test-app.ts'
import { testForms } from '../../testing/test-forms.ts'
import { nextPhone, testLeads } from '../../testing/test-leads.ts'
import { readableForm, shortAddress } from './payloads.rules.ts'

let time = Date.parse('2026-11-20T10:00:00Z')
const it = await testApp({ now: () => new Date(time++), env: { TRUST_PROXY: '1' } })
const { take } = testLeads(it)
const { make, post } = testForms(it)

async function world() {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const key = await business.apiKey(['leads:write'])
  const ofKey = async () => {
    await it.deps.payloads.flush()
    return (await it.send(apiKeyRoutes.payloads, owner, { params: { id: key.keyId } })).body.payloads
  }
  return { ...business, owner, key, ofKey }
}

test('requests of a key are shown with their outcome, newest first', async () => {
  const { key, ofKey, campaignId, db } = await world()
  const body = { name: 'Dana Levi', phone: nextPhone(), campaignId }
  const first = await take(key, body, { 'x-forwarded-for': '192.0.2.77' })
  await take(key, body)
  await take(key, { ...body, phone: '12' })
  const at = expect.stringMatching(/^2026-11-20T10:00/)
  const common = { _id: expect.any(String), at, contentType: 'application/json', address: '127.0.0.0/24' }
  const lead = { _id: first.body.lead._id, campaignId, name: 'Dana Levi' }
  expect(await ofKey()).toEqual([
    { ...common, outcome: 'invalid_input', status: 422, raw: JSON.stringify({ ...body, phone: '12' }), lead: null },
    { ...common, outcome: 'repeated', status: 200, raw: JSON.stringify(body), lead },
    { ...common, outcome: 'created', status: 201, raw: JSON.stringify(body), lead, address: '192.0.2.0/24' },
  ])
  await db.updateTable('leads').set({ deleted_at: new Date().toISOString() }).execute()
  expect((await ofKey()).map((payload) => payload.lead)).toEqual([null, null, null])
})

test('a body that cannot be parsed is shown raw', async () => {
  const { key, ofKey } = await world()
  const { authorization } = key
  const headers = { authorization, 'content-type': 'application/json' }
  await it.app.inject({ method: 'POST', url: '/api/lead', headers, payload: '{"name": "Da' })
  expect(await ofKey()).toMatchObject([{ outcome: 'invalid_json', status: 400, raw: '{"name": "Da' }])
})

test('twenty are kept for each sender, across flushes', async () => {
  const { key, ofKey, campaignId, apiKey, owner } = await world()
  const other = await apiKey(['leads:write'])
  const send = (as: typeof key, i: number) => take(as, { name: `Lead ${i}`, phone: nextPhone(), campaignId })
  for (let i = 0; i < 15; i++) await send(key, i)
  await send(other, 99)
  await it.deps.payloads.flush()
  for (let i = 15; i < 27; i++) await send(key, i)
  const names = (await ofKey()).map(({ raw }) => JSON.parse(raw).name)
  expect(names).toEqual(Array.from({ length: 20 }, (_, i) => `Lead ${26 - i}`))
  const stored = it.deps.workerDb.selectFrom('payloads').select('id').where('sender_id', '=', key.keyId)
  expect(await stored.execute()).toHaveLength(20)
  const ofOther = await it.send(apiKeyRoutes.payloads, owner, { params: { id: other.keyId } })
  expect(ofOther.body.payloads).toHaveLength(1)
})

test('they are flushed within two seconds', async () => {
  const { key, campaignId, owner } = await world()
  await take(key, { phone: nextPhone(), campaignId })
  const list = () => it.send(apiKeyRoutes.payloads, owner, { params: { id: key.keyId } })
  await expect.poll(async () => (await list()).body.payloads.length, { timeout: 2_500 }).toBe(1)
})

test('a form’s requests can be read by members who may edit its campaign', async () => {
  const { owner, member, campaignId } = await world()
  const form = await make(owner, campaignId, { allowedOrigins: ['https://alon.example'] })
  const phone = nextPhone()
  await post(`/f/${form.key}`, { name: 'Dana', phone, token: '' }, { origin: 'https://alon.example' })
  await it.deps.payloads.flush()
  const asked = async (as: typeof owner) => it.send(formRoutes.payloads, as, { params: { id: form._id } })
  const { body } = await asked(owner)
  expect(body.payloads).toMatchObject([
    { outcome: 'created', status: 303, raw: JSON.stringify({ name: 'Dana', phone }), lead: { name: 'Dana' } },
  ])
  expect((await asked(await member('None', { [campaignId]: 'Lead' }))).status).toBe(200)
  expect((await asked(await member('None', { [campaignId]: 'Writer' }))).status).toBe(403)
})

test('addresses are shortened, tokens omitted', () => {
  expect(['192.0.2.77', '::ffff:192.0.2.77', '2001:db8:1:2::3', ''].map(shortAddress)).toEqual([
    '192.0.2.0/24',
    '192.0.2.0/24',
    '2001:db8:1::/48',
    '',
  ])
  expect(readableForm('name=Dana+Levi&token=secret&homepage=', ['token'])).toBe('{"name":"Dana Levi","homepage":""}')
})
