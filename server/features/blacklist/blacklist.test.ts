import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { blacklistRoutes } from '#contract/blacklist/blacklist.ts'
import { callRoutes } from '#contract/calls/calls.ts'
import { newId } from '../../platform/ids.ts'
import { type Credentials, testApp } from '../../testing/test-app.ts'
import { testCalls } from '../../testing/test-calls.ts'
import { refusal, testLeads } from '../../testing/test-leads.ts'
import { blacklistMatch } from './blacklist.sql.ts'

let now = Date.now()
const it = await testApp({ now: () => new Date(now) })
const leads = testLeads(it)
type As = Partial<Credentials>

async function world() {
  const business = await it.newBusiness()
  return { ...business, owner: await business.member('Owner') }
}
const add = (as: As, body: Record<string, unknown>) => it.send(blacklistRoutes.create, as, { body: body as never })
const list = async (as: As, query = {}) => (await it.send(blacklistRoutes.list, as, { query })).body
const phones = async (as: As, query = {}) => (await list(as, query)).entries.map(({ phone }) => phone)
const remove = (as: As, id: string) => it.send(blacklistRoutes.remove, as, { params: { id } })

test('numbers in any formatting, prefixes, and withheld numbers', async () => {
  const { owner } = await world()
  const made = []
  for (const body of [
    { phone: '054-123 4567', reason: 'Robot' },
    { kind: 'prefix', phone: '072-70' },
    { kind: 'prefix', phone: '+44 20' },
    { kind: 'withheld' },
  ])
    made.push((await add(owner, body)).body.entry)
  expect(made.map(({ kind, phone }) => [kind, phone])).toEqual([
    ['number', '+972541234567'],
    ['prefix', '+9727270'],
    ['prefix', '+4420'],
    ['withheld', null],
  ])
  expect(made[0]).toMatchObject({
    campaignId: null,
    campaignName: null,
    reason: 'Robot',
    createdBy: { _id: owner.userId, name: owner.name },
    expiresAt: null,
    blocked: 0,
  })
  expect(await list(owner)).toEqual({
    success: true,
    entries: made.toReversed(),
    pagination: { page: 1, limit: 10, total: 4, totalIsExact: true, pages: 1 },
  })
  expect(await phones(owner, { search: '054-1' })).toEqual(['+972541234567'])
  expect(await phones(owner, { search: 'robo' })).toEqual(['+972541234567'])
  expect(await phones(owner, { search: '100%' })).toEqual([])
})

test('pages of the list leave nothing out, the newest first', async () => {
  const { owner } = await world()
  for (const last of [1, 2, 3, 4, 5]) await add(owner, { phone: `054123456${last}` })
  const pageOf = async (number: number) => {
    const { entries, pagination } = await list(owner, { page: number, limit: 2 })
    expect(pagination).toEqual({ page: number, limit: 2, total: 5, totalIsExact: true, pages: 3 })
    return entries.map(({ phone }) => phone)
  }
  expect([await pageOf(1), await pageOf(2), await pageOf(3)]).toEqual([
    ['+972541234565', '+972541234564'],
    ['+972541234563', '+972541234562'],
    ['+972541234561'],
  ])
})

test('an existing entry is changed', async () => {
  const { owner, campaignId } = await world()
  const first = (await add(owner, { phone: '0541234567', reason: 'Robot' })).body.entry
  const until = new Date(now + 86_400_000).toISOString()
  const again = await add(owner, { phone: '+972541234567', reason: 'Rude', expiresAt: until })
  expect(again.body.entry).toMatchObject({ _id: first._id, reason: 'Rude', expiresAt: until.replace(/0*Z$/, 'Z') })
  await add(owner, { phone: '0541234567', campaignId })
  expect(await phones(owner)).toEqual(['+972541234567', '+972541234567'])
  expect(await phones(owner, { campaignId })).toEqual(['+972541234567'])
})

test.each([
  [{}, 'phone', 'This field is required'],
  [{ phone: '12' }, 'phone', 'Invalid phone number'],
  [{ kind: 'prefix', phone: '0' }, 'phone', 'Enter at least 5 characters, like +9725'],
  [{ phone: '0541234567', expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt', 'The value is not valid'],
])('%j is refused', async (body, field, message) => {
  const { owner } = await world()
  expect(refusal(await add(owner, body))).toMatchObject({ status: 422, issues: { [field]: message } })
})

test('Owner and Admin block business-wide, members with the right in their campaign', async () => {
  const { owner, member, campaign, campaignId } = await world()
  const other = await campaign()
  const admin = await member('Admin')
  const lead = await member('None', { [campaignId]: 'Lead', [other]: 'Reader' })
  const phone = '0541234567'
  expect((await add(admin, { phone })).status).toBe(201)
  expect(refusal(await add(lead, { phone }))).toMatchObject({ status: 403, code: 'forbidden' })
  expect((await add(lead, { phone, campaignId })).status).toBe(201)
  expect((await add(lead, { phone, campaignId: other })).status).toBe(403)
  expect((await add(lead, { phone, campaignId: newId() })).status).toBe(404)
  const hidden = (await add(owner, { phone: '0541234568', campaignId: other })).body.entry
  expect((await list(lead)).entries.map(({ campaignId: of }) => of)).toEqual([campaignId, null])
  expect(refusal(await remove(lead, hidden._id))).toMatchObject({ status: 403 })
  const [own, ofBusiness] = (await list(lead)).entries
  expect((await remove(lead, ofBusiness?._id ?? '')).status).toBe(403)
  expect((await remove(lead, own?._id ?? '')).status).toBe(200)
  expect((await remove(lead, own?._id ?? '')).status).toBe(404)
  expect(await list(owner)).toMatchObject({ pagination: { total: 2 } })
})

test("a lead's phone and a call's caller, in one touch", async () => {
  const business = await world()
  const { owner, member, campaignId } = business
  const { call } = await testCalls(it, business)
  const writer = await member('Writer', [campaignId])
  const editor = await member('Lead', [campaignId])
  const lead = await leads.add(owner, { campaignId, phone: '0541111111' })
  const mail = await leads.add(owner, { campaignId, email: 'dana@example.test' })
  const ofLead = (as: As, id: string, scope = 'campaign') =>
    it.send(blacklistRoutes.ofLead, as, { params: { id }, body: { scope: scope as 'campaign', reason: 'Rude' } })
  const ofCall = (as: As, id: string, scope = 'campaign') =>
    it.send(blacklistRoutes.ofCall, as, { params: { id }, body: { scope: scope as 'campaign' } })
  expect((await ofLead(writer, lead._id)).status).toBe(403)
  expect((await ofLead(editor, lead._id, 'business')).status).toBe(403)
  expect((await ofLead(editor, lead._id)).status).toBe(200)
  expect((await ofLead(owner, mail._id)).status).toBe(422)

  const [known, hidden] = [await call({ caller: '+972542222222' }), await call({ caller: null })]
  const [stranger] = [await (await it.newBusiness()).member('Owner')]
  expect((await ofCall(stranger, known)).status).toBe(404)
  expect((await ofCall(writer, known)).status).toBe(403)
  expect((await ofCall(editor, known)).status).toBe(200)
  expect(refusal(await ofCall(owner, hidden))).toMatchObject({ status: 422, code: 'caller_withheld' })
  expect((await ofCall(owner, known, 'business')).status).toBe(200)
  const entries = (await list(owner)).entries.map(({ phone, campaignId: of, reason }) => [phone, of, reason])
  expect(entries).toEqual([
    ['+972542222222', null, ''],
    ['+972542222222', campaignId, ''],
    ['+972541111111', campaignId, 'Rude'],
  ])
  const { body } = await it.send(callRoutes.get, owner, { params: { id: known } })
  expect(body.call.isBlacklisted).toBe(true)
})

test('the most specific entry blocks, in its campaign or everywhere, until it expires', async () => {
  const { owner, db, businessId, campaign, campaignId } = await world()
  const other = await campaign()
  const made: Record<string, string> = {}
  const make = async (name: string, body: Record<string, unknown>) => {
    made[name] = (await add(owner, body)).body.entry._id
  }
  await make('number', { phone: '+972541234567' })
  await make('prefix', { kind: 'prefix', phone: '+97254' })
  await make('longer', { kind: 'prefix', phone: '+97254123' })
  await make('campaign', { kind: 'prefix', phone: '+97254', campaignId })
  await make('hidden', { kind: 'withheld', campaignId })
  await make('ending', { phone: '+97231112222', expiresAt: new Date(now + 60_000).toISOString() })
  const match = async (caller: string | null, of: string | null = other) => {
    const screened = { caller, campaignId: sql`${of}::uuid`, now: new Date(now) }
    const { rows } = await blacklistMatch(businessId, screened).execute(db)
    return Object.keys(made).find((name) => made[name] === rows[0]?.id)
  }
  expect(await match('+972541234567')).toBe('number')
  expect(await match('+972541239999')).toBe('longer')
  expect(await match('+972549999999')).toBe('prefix')
  expect(await match('+972541234567', campaignId)).toBe('campaign')
  expect(await match('+972551234567')).toBeUndefined()
  expect(await match(null)).toBeUndefined()
  expect(await match(null, campaignId)).toBe('hidden')
  expect(await match('+97231112222', null)).toBe('ending')

  expect((await list(owner, { search: '1234567' })).entries).toMatchObject([{ blocked: 0 }])
  now += 61_000
  expect(await match('+97231112222')).toBeUndefined()
  expect(await phones(owner)).toHaveLength(5)
})
