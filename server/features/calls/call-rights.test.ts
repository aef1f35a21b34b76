import { expect, test } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import { callRoutes } from '#contract/calls/calls.ts'
import { campaignRoles } from '#contract/roles.ts'
import { type Credentials, testApp } from '../../testing/test-app.ts'
import { testCalls } from '../../testing/test-calls.ts'
import { refusal, testLeads } from '../../testing/test-leads.ts'

const it = await testApp()
const leads = testLeads(it)
type As = Partial<Credentials>

async function world() {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  return { ...business, owner, ...(await testCalls(it, business)) }
}
const list = (as: As, query = {}) => it.send(callRoutes.list, as, { query })
const ids = async (as: As) => (await list(as)).body.calls.map(({ _id }) => _id).sort()
const get = async (as: As, id: string) => (await it.send(callRoutes.get, as, { params: { id } })).status
const mayHear = async (as: As) => {
  const { body } = await it.send(authRoutes.getCurrentUser, as, {})
  return body.businesses.map(({ hearsCalls }) => hearsCalls)
}

test('the list is for Owners and those who were granted it: an Admin everywhere', async () => {
  const { owner, member, campaign, call, letHear } = await world()
  const admin = await member('Admin')
  const calls = [await call(), await call({ campaign_id: await campaign() }), await call({ campaign_id: null })].sort()
  expect(await ids(owner)).toEqual(calls)
  expect(refusal(await list(admin))).toMatchObject({ status: 403, code: 'forbidden' })
  expect(await get(admin, calls[0] as string)).toBe(404)
  expect(await mayHear(admin)).toEqual([undefined])

  await letHear(admin, 'everywhere')
  expect(await ids(admin)).toEqual(calls)
  expect(await get(admin, calls[0] as string)).toBe(200)
  expect(await mayHear(admin)).toEqual([true])

  await letHear(admin, [])
  expect((await list(admin)).status).toBe(403)
})

test('others hear calls in campaigns of theirs alone', async () => {
  const { member, campaign, campaignId, call, letHear } = await world()
  const other = await campaign()
  const writer = await member('Writer', [campaignId, other])
  const [ours, theirs] = [await call(), await call({ campaign_id: other })]
  const nowhere = await call({ campaign_id: null })
  expect((await list(writer)).status).toBe(403)

  await letHear(writer, [campaignId])
  expect(await ids(writer)).toEqual([ours])
  expect(refusal(await list(writer, { campaignId: other }))).toMatchObject({ status: 403, code: 'forbidden' })
  expect((await list(writer, { campaignId: campaignId })).body.calls).toHaveLength(1)
  expect([await get(writer, ours), await get(writer, theirs), await get(writer, nowhere)]).toEqual([200, 404, 404])
  expect(await mayHear(writer)).toEqual([true])
})

test.each(campaignRoles)('no role in a campaign hears its calls by itself: %s', async (role) => {
  const { member, campaignId, call } = await world()
  const id = await call()
  const person = await member('None', { [campaignId]: role })
  expect((await list(person)).status).toBe(403)
  expect(await get(person, id)).toBe(404)
})

test('a grant ends with the role in the campaign', async () => {
  const { db, member, campaignId, call, letHear } = await world()
  await call()
  const writer = await member('Writer', [campaignId])
  await letHear(writer, [campaignId])
  expect(await ids(writer)).toHaveLength(1)
  await db.deleteFrom('campaign_members').where('user_id', '=', writer.userId).execute()
  it.deps.caches.endAll()
  expect((await list(writer)).status).toBe(403)
})

test('who answered sees that call, without its recording, while the campaign is theirs', async () => {
  const { db, member, campaignId, call, stored } = await world()
  const writer = await member('Writer', [campaignId])
  const [answered, others] = [await call({ answered_by: writer.userId }), await call()]
  await stored(answered, Buffer.alloc(60))
  const { status, body } = await it.send(callRoutes.get, writer, { params: { id: answered } })
  expect(status).toBe(200)
  expect(body.call).toMatchObject({ _id: answered, duration: 42, recordLink: null, recording: null })
  expect(await get(writer, others)).toBe(404)
  await db.deleteFrom('campaign_members').where('user_id', '=', writer.userId).execute()
  it.deps.caches.endAll()
  expect(await get(writer, answered)).toBe(404)
})

test('who may read a lead sees its calls, newest first, and their recordings only with the right', async () => {
  const { owner, member, campaign, campaignId, call, stored } = await world()
  const lead = await leads.add(owner, { campaignId })
  const stranger = await member('Writer', [await campaign()])
  const reader = await member('Reader', [campaignId])
  const old = await call({ lead_id: lead._id, started_at: '2026-03-01T10:00:00Z' })
  const recent = await call({ lead_id: lead._id, started_at: '2026-03-02T10:00:00Z', status: 'Busy', talk_s: 0 })
  await call()
  await stored(old, Buffer.alloc(60))
  const ofLead = (as: As) => it.send(callRoutes.ofLead, as, { params: { id: lead._id } })
  const seen = (await ofLead(reader)).body.calls
  expect(seen.map(({ _id, status, startedAt, duration }) => ({ _id, status, startedAt, duration }))).toEqual([
    { _id: recent, status: 'Busy', startedAt: '2026-03-02T10:00:00Z', duration: 0 },
    { _id: old, status: 'Answered', startedAt: '2026-03-01T10:00:00Z', duration: 42 },
  ])
  expect(seen.map(({ recordLink, recording }) => [recordLink, recording])).toEqual([
    [null, null],
    [null, null],
  ])
  const heard = (await ofLead(owner)).body.calls
  expect(heard[1]).toMatchObject({ recordLink: `/api/call/${old}/recording`, recording: { state: 'stored' } })
  expect(refusal(await ofLead(stranger))).toMatchObject({ status: 404, code: 'lead_not_found' })
})

test('a lead of a campaign that the member may not read stays unnamed and is not found by its name', async () => {
  const { owner, member, campaign, campaignId, call, letHear } = await world()
  const lead = await leads.add(owner, { name: 'Secret Name', campaignId: await campaign() })
  await call({ lead_id: lead._id })
  const writer = await member('Writer', [campaignId])
  await letHear(writer, [campaignId])
  expect((await list(writer)).body.calls).toMatchObject([{ lead: null }])
  expect((await list(writer, { search: 'Secret' })).body.calls).toEqual([])
  expect((await list(owner, { search: 'Secret' })).body.calls).toHaveLength(1)
})

test('a key reads the calls of its campaigns, and hears none', async () => {
  const { apiKey, campaign, campaignId, call, stored } = await world()
  const [ours] = [await call(), await call({ campaign_id: await campaign() })]
  await stored(ours, Buffer.alloc(60))
  const key = await apiKey(['calls:read'], [campaignId])
  expect((await list(key)).body.calls).toMatchObject([{ _id: ours, recordLink: null, recording: null }])
})

test("another business's calls do not exist", async () => {
  const [ours, theirs] = [await world(), await world()]
  const call = await theirs.call()
  expect(await ids(ours.owner)).toEqual([])
  expect(await get(ours.owner, call)).toBe(404)
  expect((await list(ours.owner, { campaignId: theirs.campaignId })).status).toBe(404)
})
